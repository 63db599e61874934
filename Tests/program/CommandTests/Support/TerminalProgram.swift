import Foundation
import ProgramSupport
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Runs the built program with a pseudo terminal as its standard output.
enum TerminalProgram {
    /// Runs the program to its end.
    ///
    /// - Parameter environment: Variables that it gets beside those of the tests; NO_COLOR and JQ_COLORS of the tests are not passed on.
    /// - Returns: What the terminal received, at most a few kilobytes, with line feeds as the program wrote them.
    static func run(_ arguments: [String], in folder: URL, environment: [String: String] = [:]) async throws -> Program.Outcome {
        // The side of the program stays open here, so that the terminal keeps what was written.
        let (terminal, side) = try open()
        defer {
            close(terminal)
            close(side)
        }
        return try await ChildProcess.permits.withPermit {
            let scratch = try ScratchFolder()
            let messages = try scratch.write("", to: "messages")
            let child = try ChildProcess(Program.path, arguments) { process in
                process.currentDirectoryURL = folder
                var variables = ProcessInfo.processInfo.environment.merging(["TERM": "xterm"]) { $1 }
                for name in ["NO_COLOR", "JQ_COLORS"] { variables[name] = nil }
                process.environment = variables.merging(environment) { $1 }
                let files = ["/dev/null", messages].map { FileHandle(forUpdatingAtPath: $0) }
                process.standardOutput = FileHandle(fileDescriptor: side, closeOnDealloc: false)
                (process.standardInput, process.standardError) = (files[0], files[1])
                return files
            }
            let exit = await child.exit()
            let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: messages)), as: UTF8.self)
            return Program.Outcome(code: exit.status, output: received(terminal), messages: text)
        }
    }

    /// Opens a pseudo terminal.
    private static func open() throws -> (terminal: Int32, side: Int32) {
        var (terminal, side): (Int32, Int32) = (-1, -1)
        try #require(unsafe openpty(&terminal, &side, nil, nil, nil) == 0)
        for descriptor in [terminal, side] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(terminal, F_SETFL, O_NONBLOCK)
        return (terminal, side)
    }

    private static func received(_ terminal: Int32) -> String {
        var received: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(terminal, &bytes, bytes.count)
            if count <= 0 { return String(decoding: received, as: UTF8.self).replacing("\r\n", with: "\n") }
            received += bytes.prefix(count)
        }
    }
}
