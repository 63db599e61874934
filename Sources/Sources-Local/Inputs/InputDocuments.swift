package import Pipeline

/// The inputs of a source that reads documents, and its options for URLs.
package struct InputDocuments: Sendable {
    /// The inputs as the option `from` names them.
    package let inputs: [Input]
    /// Opens URLs with the options of the source; nil for the opener of the run.
    let opener: (any URLOpener)?

    /// - Parameters:
    ///   - inputs: The inputs.
    ///   - opener: Opens URLs with the options of the source; nil for the opener of the run.
    package init(_ inputs: [Input], _ opener: (any URLOpener)? = nil) {
        self.inputs = inputs
        self.opener = opener
    }

    /// Reads the options for URLs. Call this after the other options of the source were read.
    ///
    /// - Parameters:
    ///   - inputs: The inputs.
    ///   - option: The option that names them.
    package init(_ inputs: [Input], options: inout OptionReader, option: String = "from") {
        self.init(inputs, options.readURLOptions(of: inputs, option: option))
    }

    /// Returns the inputs of a run, with the files of each pattern in its place. The run protects these files.
    ///
    /// - Throws: ``PipelineFailure``, as the list of inputs does.
    package func list(for output: inout RecordWriter) throws -> [Input] { try InputList(inputs).open(for: &output) }

    /// Reads all inputs, with the files of each pattern in its place.
    ///
    /// - Parameter read: Reads one input.
    package func read(
        into output: inout RecordWriter, _ read: (Input, inout RecordWriter) async throws -> Void
    ) async throws {
        for input in try list(for: &output) {
            output.beginInput()
            try await read(input, &output)
        }
    }

    /// Opens an input for a source, and outputs the warning that a response may have. In a run that needs the first records only, chunks
    /// are small.
    ///
    /// - Parameters:
    ///   - decoding: How the content is decoded.
    ///   - content: The kind of the content.
    func open(
        _ input: Input, for output: borrowing RecordWriter, _ decoding: TextDecoding, _ content: TextDecoding.Content
    ) async throws -> InputReader {
        var reader = try await InputReader(
            input, with: opener, in: output.context, showsProgress: true, decoding: (decoding, content))
        if !output.readsAhead { reader.useSmallPieces() }
        if let remark = reader.remark { output.warn(remark, of: input.shown) }
        return reader
    }

    /// Opens an input whose bytes the source decodes itself, and outputs the warning that a response may have.
    ///
    /// - Parameter accepts: The value of the header `Accept`, unless the step sets its own.
    package func open(_ input: Input, for output: borrowing RecordWriter, accepts: String) async throws -> InputReader {
        var reader = try await InputReader(input, with: opener, accepts: accepts, in: output.context, showsProgress: true)
        if !output.readsAhead { reader.useSmallPieces() }
        if let remark = reader.remark { output.warn(remark, of: input.shown) }
        return reader
    }

    /// Opens a file without counting its bytes, because another reader of the run counts them.
    package func openUncounted(_ input: Input) async throws -> InputReader {
        try await InputReader(input, with: opener, in: RunContext(), showsProgress: false)
    }
}

extension InputReader {
    /// Warns at the end of an input of bytes that could not be decoded.
    func warnOfBadBytes(_ output: borrowing RecordWriter, of input: Input) {
        if let remark = decodingRemark { output.warn(remark, of: input.shown) }
    }

    /// Warns at the end of an input if an early end of it could not be noticed.
    package func warnOfEnd(_ output: borrowing RecordWriter, of input: Input) {
        if let remark = endRemark { output.warn(remark, of: input.shown) }
    }
}

extension InputDocuments {
    /// Opens each file, and asks each server once, for the command `check`.
    ///
    /// - Parameter context: The context of the command, with its opener of URLs.
    /// - Returns: The files with their sizes and the URLs with their status, as a sentence; nil if standard input is the only input.
    /// - Throws: The failure of the first input that has one.
    package func check(in context: RunContext) async throws -> String? {
        var found: [String] = []
        for input in inputs {
            switch input {
            case .standardInput: break
            case .file: found.append(try await Self.files(input))
            case .web(let url): found.append(try await context.check(url, with: opener))
            }
        }
        return found.isEmpty ? nil : found.joined(separator: "; ")
    }

    /// Opens a file, or each file that a pattern matches.
    private static func files(_ input: Input) async throws -> String {
        let files = try InputList([input]).expanded()
        var bytes: Int? = 0
        for file in files {
            let size = try await InputFile.open(file).size
            bytes = bytes.flatMap { total in size.map { total + $0 } }
        }
        // A pattern may match thousands of files, which one line cannot name.
        let count = files == [input] ? nil : files.count.counted("file")
        let facts = [count, bytes.map { $0.counted("byte") }].compactMap { $0 }
        return input.shown.printable + (facts.isEmpty ? "" : ": \(facts.joined(separator: ", "))")
    }
}
