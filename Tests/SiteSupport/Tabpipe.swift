import TabpipeCommands
import Foundation
import Pipeline
import TestSupport

/// Runs the program inside of the test process.
package enum Tabpipe {
    /// Runs a command line.
    ///
    /// - Returns: The exit code, and standard output and standard error as one text.
    package static func run(_ arguments: [String]) async throws -> (code: Int32, output: String) {
        let folder = try ScratchFolder()
        let log = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.write("", to: "log")))
        let code = await TabpipeProgram.run(
            arguments, registry: .standard, output: log.fileDescriptor, messages: log.fileDescriptor)
        return (code, try folder.read("log"))
    }
}
