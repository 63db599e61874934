import Foundation
import TestSupport

/// The Nu HTML checker.
///
/// - SeeAlso: [The Nu Html Checker](https://validator.github.io/validator/)
enum NuChecker {
    private static let java = InstalledProgram.path(of: "java")

    /// Whether the checker and Java are installed.
    static let isAvailable = java != nil && Checker.nu.file != nil

    /// Time limit of one run of the checker.
    private static let limit = DispatchTimeInterval.seconds(120)

    /// The errors on all pages of a folder, a line each, from one run of the checker.
    ///
    /// Errors in style sheets are left out: the version on PyPI knows the CSS properties of 2020, and fails on `calc` with a variable.
    /// ``PagesInBrowser/StyleSheets`` checks them in the browser instead.
    static func errors(in folder: URL) async throws -> [String] {
        let options = ["--errors-only", "--format", "gnu", "--filterpattern", ".*CSS: .*", "--skip-non-html"]
        let arguments = ["-jar", Checker.nu.file?.path ?? ""] + options + [folder.path]
        return try await ChildProcess.permits.withPermit {
            let scratch = try ScratchFolder()
            let messages = try scratch.write("", to: "messages")
            let checker = try ChildProcess(java ?? "", arguments) { process in
                let file = FileHandle(forWritingAtPath: messages)
                process.standardError = file
                return [file]
            }
            let exit = await checker.exit(within: limit)
            let lines = try scratch.read("messages").split(separator: "\n")
                .map { String($0).replacing(folder.absoluteString, with: "") }
            guard let exit else { return lines + ["the checker did not end in time"] }
            return exit.status == 0 || !lines.isEmpty ? lines : ["the checker ended with code \(exit.status)"]
        }
    }
}
