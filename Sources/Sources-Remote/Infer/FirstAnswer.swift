internal import HTTP
package import JSONParsing
package import Pipeline
internal import SourcesLocal

/// The beginning of an input, for a guess at how to read it: of a file, standard input, or the first response of a server.
package struct FirstAnswer: Sendable {
    /// The limit of bytes that are looked at. It is far above a page of an API.
    private static let maxBytes = 4 << 20
    /// Maximum attempts per request; low, because the user waits.
    private static let maxAttempts = 2

    /// The bytes, decompressed.
    package let bytes: [UInt8]
    /// Whether the input has no more bytes.
    package let isWhole: Bool
    /// The head of a server's response; nil for a file.
    let head: ResponseHead?
    /// The request; nil for a file.
    private let name: RequestName?

    /// Reads the beginning of an input. Of a URL, it is the response to one request.
    ///
    /// - Parameters:
    ///   - input: The file, standard input or URL.
    ///   - request: The headers and credentials for a URL.
    /// - Throws: ``PipelineFailure`` if the input cannot be read.
    package init(_ input: Input, _ request: FirstRequest) async throws {
        var reader = try await InputReader(input, settings: request.settings(maxAttempts: Self.maxAttempts), showsProgress: false)
        var bytes: [UInt8] = []
        var isWhole = false
        while bytes.count < Self.maxBytes {
            let piece = try await reader.read()
            if piece.isEmpty {
                isWhole = true
                break
            }
            bytes += piece
        }
        self.bytes = bytes
        self.isWhole = isWhole
        head = reader.head
        name = input.webAddress.flatMap { RequestName($0) }
    }

    /// What a response says of a failure, as a sentence; nil if it says nothing.
    ///
    /// - Parameter page: The parsed answer.
    package func failure(in page: JSONValue) -> String? {
        guard let name else { return nil }
        return FailureSign.find(in: page, around: .unknown(in: page), isEmpty: false)?.sentence(of: name)
    }

    /// What came instead of JSON, such as `the server sent HTML; JSON was expected`; nil for other content.
    package var foreignContent: String? { UnexpectedMarkup(bytes[...])?.phrase(isResponse: head != nil) }
}
