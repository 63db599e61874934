import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The Nu HTML checker.
///
/// - SeeAlso: [The Nu Html Checker](https://validator.github.io/validator/)
enum NuChecker {
    private static let java = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":").map { "\($0)/java" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Whether the checker and Java are there.
    static let isAvailable = java != nil && Checker.nu.file != nil

    /// How long the checker may take.
    private static let limit = DispatchTimeInterval.seconds(120)

    /// The errors on all pages of a folder, a line each, from one run of the checker.
    ///
    /// What it says of style sheets is left out: the version on PyPI knows the properties of 2020, and breaks down on `calc` with a
    /// variable. ``PagesInBrowser/StyleSheets`` asks the browser instead.
    static func errors(in folder: URL) throws -> [String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: java ?? "")
        let options = ["--errors-only", "--format", "gnu", "--filterpattern", ".*CSS: .*", "--skip-non-html"]
        process.arguments = ["-jar", Checker.nu.file?.path ?? ""] + options + [folder.path]
        let said = Pipe()
        process.standardError = said
        try process.run()
        let end = DispatchWorkItem { [id = process.processIdentifier] in _ = kill(id, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: end)
        defer { end.cancel() }
        let text = String(decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let lines = text.split(separator: "\n").map { String($0).replacing(folder.absoluteString, with: "") }
        return process.terminationStatus == 0 || !lines.isEmpty ? lines : ["the checker ended with code \(process.terminationStatus)"]
    }
}
