import Foundation
import TestSupport

/// The built program, run as a user runs it.
enum Program {
    struct Outcome: Equatable {
        var code: Int32
        var output: String
        var messages: String
    }

    /// The project's root.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The folders in which the build may have put the program and the modules: beside the tests first.
    static let buildFolders: [URL] = {
        let bundle = Bundle.allBundles.map(\.bundlePath).first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        let tests = [URL(fileURLWithPath: bundle), URL(fileURLWithPath: CommandLine.arguments[0])].map { $0.deletingLastPathComponent() }
        return tests + [root.appendingPathComponent(".build/debug")]
    }()

    /// The program's file. `TABPIPE_PROGRAM` names another one, such as that of a release build, which is linked in another way.
    static let path: String = {
        if let other = ProcessInfo.processInfo.environment["TABPIPE_PROGRAM"] { return URL(fileURLWithPath: other).path }
        let files = buildFolders.map { $0.appendingPathComponent("tabpipe").path }
        return files.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "tabpipe"
    }()

    /// Runs the program to its end.
    static func run(_ arguments: [String], input: String = "", in folder: URL = root, environment: [String: String] = [:]) throws -> Outcome
    {
        try run(path, arguments, input: input, in: folder, environment: environment)
    }

    /// Runs any program to its end. What it says goes through files, so that no pipe can fill up.
    static func run(
        _ program: String, _ arguments: [String], input: String = "", in folder: URL = root, environment: [String: String] = [:]
    ) throws -> Outcome {
        let scratch = try ScratchFolder()
        func file(_ name: String, _ text: String) throws -> FileHandle {
            try FileHandle(forUpdating: URL(fileURLWithPath: scratch.write(text, to: name)))
        }
        let output = try file("output", "")
        let messages = try file("messages", "")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = try file("input", input)
        process.standardOutput = output
        process.standardError = messages
        try process.run()
        process.waitUntilExit()
        func text(_ name: String) throws -> String { String(decoding: try Data(contentsOf: scratch.file(name)), as: UTF8.self) }
        return Outcome(code: process.terminationStatus, output: try text("output"), messages: try text("messages"))
    }

    /// A program from elsewhere, if it is installed.
    static func find(_ name: String) -> String? {
        ["/usr/bin/", "/usr/local/bin/", "/bin/", "/opt/homebrew/bin/"].map { $0 + name }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }
}

extension String {
    /// Messages without what differs from run to run.
    var withoutTimes: String { replacing(#/ in [0-9.]+ s/#, with: "") }
}
