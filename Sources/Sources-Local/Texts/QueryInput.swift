package import JSONParsing
package import Pipeline

/// An input of the command `query`: a file, standard input or a URL, compressed or not.
package struct QueryInput: Sendable {
    /// The name of the input in messages.
    package let shown: String
    private let input: Input
    private let format: QueryInputFormat

    /// - Parameters:
    ///   - input: The input.
    ///   - format: The format of its content.
    package init(_ input: Input, format: QueryInputFormat) {
        self.input = input
        self.format = format
        shown = input.shown.printable
    }

    /// Reads the input and passes on its values as soon as they are complete.
    ///
    /// - Parameters:
    ///   - context: The context of the command, with its opener of URLs.
    ///   - take: Receives the batches in order; returns whether more are wanted.
    /// - Returns: The number of line breaks that were read.
    /// - Throws: ``TextFault`` for content that cannot be parsed, `PipelineFailure` for an input that cannot be read, and the errors of
    ///   `take`.
    @discardableResult
    package func read(in context: RunContext, _ take: (QueryInputBatch) async throws -> Bool) async throws -> Int {
        var reader = try await InputReader(input, in: context)
        var breaks = 0
        switch format {
        case .json(let path):
            var texts = JSONTextReader(path: path, shown: shown)
            while try await step(&reader, &breaks, { try texts.read($0) }, take) {}
        case .events(let reportsErrors):
            var events = StreamEventReader(reportsErrors: reportsErrors, shown: shown)
            while try await step(&reader, &breaks, { try events.read($0) }, take) {}
        case .sequence:
            var texts = JSONSequenceReader(shown: shown)
            while try await step(&reader, &breaks, { texts.read($0) }, take) {}
        case .lines:
            var lines = RawLineReader(shown: shown)
            while try await step(&reader, &breaks, { try lines.read($0) }, take) {}
        case .text:
            let bytes = try await reader.readAll(limit: JSONLimits.maxSupportedValueBytes)
            breaks = Lines.count(in: bytes.span)
            _ = try await take(QueryInputBatch([.string(String(decoding: bytes, as: UTF8.self))], readLines: breaks))
        }
        return breaks
    }

    /// Reads the next chunk, the empty one at the end included.
    ///
    /// - Returns: Whether to go on.
    private func step(
        _ reader: inout InputReader, _ breaks: inout Int, _ read: ([UInt8]) throws -> CompletedTexts,
        _ take: (QueryInputBatch) async throws -> Bool
    ) async throws -> Bool {
        let chunk = try await reader.read()
        breaks += Lines.count(in: chunk.span)
        let reading = try read(chunk)
        for batch in reading.batches {
            guard try await take(batch) else { return false }
        }
        if let fault = reading.fault { throw fault }
        return !chunk.isEmpty
    }
}

/// The format of the inputs of the command `query`.
package enum QueryInputFormat: Sendable {
    /// JSON texts. If one is long, its values at the path are read one by one; nil reads each text whole.
    case json(path: [JSONPathStep]?)
    /// JSON texts as events of their leaves (`--stream`). With `reportsErrors`, invalid JSON is an event, too.
    case events(reportsErrors: Bool)
    /// JSON texts after record separators (RFC 7464). Invalid ones are skipped with a remark.
    case sequence
    /// Lines of text.
    case lines
    /// The whole input as one text.
    case text

    /// The length in bytes from which a JSON text counts as long.
    static let longBytes = 1 << 20
    /// 10,000 levels, as in jq, and the longest value that can be kept in memory.
    package static let limits = JSONLimits(maxDepth: 10_000, maxValueBytes: JSONLimits.maxSupportedValueBytes)
}

/// The texts that a chunk of an input completed.
struct CompletedTexts {
    var batches: [QueryInputBatch] = []
    /// The fault that ends the input after the values of the batches; nil without one.
    var fault: TextFault?
}

/// A text that cannot be parsed, as a message with its position. The rest of the input is not read.
package struct TextFault: Error {
    package let message: String

    init(_ message: String) { self.message = message }
}
