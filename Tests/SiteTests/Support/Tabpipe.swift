import TabpipeCommands
import Foundation
import Pipeline
import TestSupport

/// The program, run inside of a test.
enum Tabpipe {
    /// Runs a command line.
    ///
    /// - Returns: The exit code, and all that the program says, on standard output and on standard error.
    static func run(_ arguments: [String]) async throws -> (code: Int32, said: String) {
        let folder = try ScratchFolder()
        let log = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.write("", to: "log")))
        let code = await TabpipeProgram.run(
            arguments, registry: .standard, output: log.fileDescriptor, messages: log.fileDescriptor)
        return (code, try folder.read("log"))
    }
}
