import Foundation
package import Pipeline
import TabpipeCommands
import TestSupport

/// Runs the program inside of the test process.
package enum Tabpipe {
    /// What a command line leaves.
    package struct Outcome {
        package let code: Int32
        package let output: String
        package let messages: String
        /// Output and messages.
        package var text: String { output + messages }
    }

    /// Runs a command line.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, without the name of the program. Paths are absolute.
    ///   - registry: The components.
    package static func run(_ arguments: [String], registry: Registry = .standard) async throws -> Outcome {
        let folder = try ScratchFolder()
        let files = try ["output", "messages"].map { try FileHandle(forWritingTo: URL(fileURLWithPath: folder.write("", to: $0))) }
        let code = await TabpipeProgram.run(
            arguments, registry: registry, output: files[0].fileDescriptor, messages: files[1].fileDescriptor)
        return Outcome(code: code, output: try folder.read("output"), messages: try folder.read("messages"))
    }
}
