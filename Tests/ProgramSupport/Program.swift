package import Foundation
import TestSupport

/// Runs the built program as a user does.
package enum Program {
    package struct Outcome: Equatable {
        package var code: Int32
        package var output: String
        package var messages: String

        package init(code: Int32, output: String, messages: String) {
            self.code = code
            self.output = output
            self.messages = messages
        }
    }

    /// A program that had not ended in time, and was killed.
    package struct Overdue: Error {
        package let seconds: Int
    }

    /// The root folder of the project.
    package static let root = ProjectFolder.root

    /// The folders in which the build may have put the program and the modules: beside the tests first.
    package static let buildFolders: [URL] = {
        let bundle = Bundle.allBundles.map(\.bundlePath).first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
        let tests = [URL(fileURLWithPath: bundle), URL(fileURLWithPath: CommandLine.arguments[0])].map { $0.deletingLastPathComponent() }
        return tests + [root.appendingPathComponent(".build/debug")]
    }()

    /// The program's file. `TABPIPE_PROGRAM` names another one, such as that of a release build, which is linked in another way.
    package static let path: String = {
        if let other = ProcessInfo.processInfo.environment["TABPIPE_PROGRAM"] { return URL(fileURLWithPath: other).path }
        let files = buildFolders.map { $0.appendingPathComponent("tabpipe").path }
        return files.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "tabpipe"
    }()

    /// Runs the program to its end.
    package static func run(
        _ arguments: [String], input: String = "", in folder: URL = root, environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await run(path, arguments, input: input, in: folder, environment: environment)
    }

    /// Runs any program to its end. Its output goes through files, so that no pipe can fill up.
    ///
    /// - Parameter limit: The seconds that it may take; nil for any time.
    /// - Throws: ``Overdue`` if it takes longer.
    package static func run(
        _ program: String, _ arguments: [String], input: String = "", in folder: URL = root, environment: [String: String] = [:],
        limit: Int? = nil
    ) async throws -> Outcome {
        try await ChildProcess.permits.withPermit {
            let scratch = try ScratchFolder()
            let (input, output) = (try scratch.write(input, to: "input"), try scratch.write("", to: "output"))
            let messages = try scratch.write("", to: "messages")
            let child = try ChildProcess(program, arguments) { process in
                process.currentDirectoryURL = folder
                process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
                let files = [input, output, messages].map { FileHandle(forUpdatingAtPath: $0) }
                (process.standardInput, process.standardOutput, process.standardError) = (files[0], files[1], files[2])
                return files
            }
            let exit: ChildProcess.Exit
            if let limit {
                guard let inTime = await child.exit(within: .seconds(limit)) else {
                    child.killGroup()
                    throw Overdue(seconds: limit)
                }
                exit = inTime
            } else {
                exit = await child.exit()
            }
            func text(_ path: String) throws -> String {
                String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
            }
            return try Outcome(code: exit.status, output: text(output), messages: text(messages))
        }
    }

    /// The path of an installed program; nil if it is missing.
    package static func find(_ name: String) -> String? {
        ["/usr/bin/", "/usr/local/bin/", "/bin/", "/opt/homebrew/bin/"].map { $0 + name }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }
}

extension String {
    /// The messages without durations, which differ from run to run.
    package var withoutTimes: String { replacing(#/ in [0-9.]+ s/#, with: "") }
}
