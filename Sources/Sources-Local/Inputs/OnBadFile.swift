internal import JSONParsing
package import Pipeline

/// What a source does with a file that it cannot read.
package enum OnBadFile: String, CaseIterable, Sendable {
    case fail
    case reject

    /// Reads the option `on_bad_file`.
    ///
    /// - Parameters:
    ///   - options: The options of the source.
    ///   - meaning: What a bad file is, as a part of the help.
    package init(_ options: inout OptionReader, meaning: String) {
        self = options.read(
            "on_bad_file", .choice, default: OnBadFile.fail,
            help: "What happens to a file that \(meaning): it ends the run, or goes to the rejects file.")
    }

    /// Sends the record of a file, or rejects the file.
    ///
    /// - Parameters:
    ///   - path: The path of the file in the rejects file.
    ///   - shown: The path in messages.
    ///   - read: Returns the record; nil if there is none.
    package func send(
        _ path: String, _ shown: String, into output: inout RecordWriter, _ read: (borrowing RecordWriter) async throws -> Record?
    ) async throws {
        let record: Record?
        do {
            record = try await read(output)
        } catch let failure as PipelineFailure where self == .reject {
            return try await output.refuse(
                RefusedInput(["path": .string(path)], because: failure.message, origin: Origin(source: shown)))
        } catch let failure as PipelineFailure where failure.kind == .badData {
            throw PipelineFailure(.badData, "\(failure.message); with \"on_bad_file\": \"reject\", the run goes on without such a file")
        }
        if let record { try await output.send(record) }
    }
}
