internal import HTMLParsing
internal import Pipeline
internal import SourcesLocal
internal import XMLParsing

/// Reads the elements at some paths of an open input, chunk by chunk.
struct XMLDocumentReader: ~Copyable {
    /// The value of the header `Accept` for XML.
    static let accepts = "application/xml, text/xml;q=0.9, */*;q=0.5"

    private var input: InputReader
    private var reader: XMLElementReader
    /// The name of the input in messages.
    private let shown: String
    /// A hint at what the first bytes are instead of XML; nil without one.
    private var hint: String?
    private var isAtStart = true
    private var fault: PipelineFailure?
    private var hasEnded = false

    /// - Parameters:
    ///   - input: The open input.
    ///   - shown: The name of the input in messages.
    ///   - paths: The paths of the elements to read.
    ///   - limits: The limits of the document.
    ///   - mending: The faults that do not end the reading.
    init(_ input: consuming InputReader, shown: String, paths: [XMLPath], limits: XMLLimits, mending: XMLMending = []) {
        let encoding = input.contentType.flatMap { HTMLEncoding.declared(inContentType: $0) }
        reader = XMLElementReader(paths: paths, limits: limits, encoding: encoding, mending: mending)
        // A server without a document sends 204, which is no error.
        hasEnded = input.hasNoContent
        self.input = input
        self.shown = shown
    }

    /// The origin of the records, without item and line.
    var origin: Origin { input.origin.separated() }

    /// The first fault that was mended, with its place; nil if there was none.
    var mended: String? { reader.firstMend?.placedMessage }

    /// Returns the next elements, at least one; none at the end of the document.
    ///
    /// - Throws: ``PipelineFailure``: of the kind `badData` for a fault of the document, after the elements in front of it were returned;
    ///   otherwise as ``InputReader/read()``.
    mutating func next() async throws -> [XMLFoundElement] {
        while !hasEnded {
            let chunk = try await input.read()
            if isAtStart {
                hint = Self.hint(forStart: chunk)
                isAtStart = false
            }
            var elements: [XMLFoundElement] = []
            do throws(XMLError) {
                if chunk.isEmpty {
                    hasEnded = true
                    try reader.finish(into: &elements)
                } else {
                    try reader.feed(chunk.span, into: &elements)
                }
            } catch {
                hasEnded = true
                fault = Self.failure(error, of: shown, hint: hint)
            }
            if !elements.isEmpty { return elements }
        }
        if let fault { throw fault }
        return []
    }

    /// The failure for a fault of a document, with its place.
    ///
    /// - Parameters:
    ///   - error: The fault.
    ///   - shown: The name of the input in messages.
    ///   - hint: What the document is instead of XML.
    static func failure(_ error: XMLError, of shown: String, hint: String?) -> PipelineFailure {
        let place = "\(shown.printable):\(error.position.line):\(error.position.column)"
        return PipelineFailure(.badData, "\(place): \(error.message.printable)" + (hint.map { "; \($0)" } ?? ""))
    }

    /// The hint for an input that begins like HTML or JSON; nil for other content.
    static func hint(forStart bytes: [UInt8]) -> String? {
        let start = String(decoding: bytes.drop { $0 <= 0x20 }.prefix(20), as: UTF8.self).lowercased()
        if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") { return "this is a web page in HTML, XML was expected" }
        guard start.hasPrefix("{") || start.hasPrefix("[") else { return nil }
        return "this looks like JSON, which the source json reads"
    }
}

extension XMLError {
    /// The message with its place in the document, which is named elsewhere.
    var placedMessage: String { "line \(position.line), column \(position.column): \(message.printable)" }
}

extension InputDocuments {
    /// Opens an input of the run to read its elements at some paths.
    func openXML(
        _ input: Input, for output: borrowing RecordWriter, paths: [XMLPath], limits: XMLLimits, mending: XMLMending = []
    ) async throws -> XMLDocumentReader {
        let reader = try await open(input, for: output, accepts: XMLDocumentReader.accepts)
        return XMLDocumentReader(reader, shown: input.shown, paths: paths, limits: limits, mending: mending)
    }
}
