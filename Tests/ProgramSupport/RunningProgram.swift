package import Foundation
import TestSupport

/// A started program that the test signals or waits for.
///
/// Each object owns one process and a permit, and so it is a class.
package final class RunningProgram {
    /// Most of these programs are idle until a signal comes, and so there may be two for each processor. They have permits of their own,
    /// because tests run other programs meanwhile.
    private static let permits = AsyncSemaphore(permits: 2 * max(2, ProcessInfo.processInfo.activeProcessorCount))

    private let child: ChildProcess
    private let messageFile: URL

    private init(_ child: ChildProcess, messageFile: URL) {
        self.child = child
        self.messageFile = messageFile
    }

    deinit { Self.permits.signal() }

    /// Starts the program as soon as a permit is free.
    ///
    /// - Parameters:
    ///   - input: The file that is its standard input.
    ///   - output: Its standard output: a `Pipe` or a `FileHandle`.
    ///   - folder: Its working directory, which also gets its messages as a file.
    ///   - environment: Variables that it gets beside those of the tests.
    package static func start(
        _ arguments: [String], input: String, output: Any, in folder: URL, environment: [String: String] = [:]
    ) async throws -> RunningProgram {
        await permits.wait()
        do {
            let messageFile = folder.appendingPathComponent("messages")
            try Data().write(to: messageFile)
            let child = try ChildProcess(Program.path, arguments) { process in
                process.currentDirectoryURL = folder
                process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
                let files = [FileHandle(forReadingAtPath: input), FileHandle(forWritingAtPath: messageFile.path)]
                process.standardOutput = output
                (process.standardInput, process.standardError) = (files[0], files[1])
                return files
            }
            return RunningProgram(child, messageFile: messageFile)
        } catch {
            permits.signal()
            throw error
        }
    }

    /// The number of its process.
    package var processIdentifier: Int32 { child.identifier }

    /// Its messages so far.
    package var messages: String { Self.text(messageFile) }

    /// Waits until its messages contain a text so often, or it ends.
    package func waitForMessage(_ text: String, times: Int = 1) async {
        await child.wait { [messageFile] in Self.text(messageFile).components(separatedBy: text).count > times }
    }

    package func signal(_ number: Int32) { child.signal(number) }

    /// Sends a signal as soon as its messages contain a text. Waits for that, or for its end.
    ///
    /// The thread that looks sends it: while the task pool is busy, a task would do that long after the message.
    package func signal(_ number: Int32, at text: String) async {
        await child.wait { [messageFile, child] in
            guard Self.text(messageFile).contains(text) else { return false }
            child.signal(number)
            return true
        }
    }

    /// Waits for the end.
    ///
    /// - Returns: The exit code; nil if a signal ended it, or if it does not come to an end.
    package func code(within seconds: Int) async -> Int32? {
        guard let exit = await child.exit(within: .seconds(seconds)), !exit.isSignalled else { return nil }
        return exit.status
    }

    private static func text(_ file: URL) -> String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }
}
