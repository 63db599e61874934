/// Opens documents at URLs for sources of files and for commands. A library that sends requests conforms, and ``Registry/openURLs(with:)``
/// names its type. In a program without an opener, a URL among the inputs is an error.
public protocol URLOpener: URLOptions {
    /// Requests a document, and returns once the head of the response has arrived.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - preferences: The wishes of the caller that the options of the step do not contain.
    ///   - context: The context of the run.
    /// - Throws: ``PipelineFailure``: `inputMissing` for an invalid URL, `remoteUnavailable` or `credentialsRefused` for a refusal.
    func open(_ url: MaskedText, _ preferences: URLRequestPreferences, in context: RunContext) async throws -> OpenedURL

    /// Requests a document once, for the command `check`, and reads only the head of the response.
    ///
    /// - Returns: The answer of the server in words, such as its status.
    /// - Throws: As ``open(_:_:in:)``.
    func check(_ url: MaskedText, in context: RunContext) async throws -> String
}

/// The wishes of a caller for a request that the options of the step do not contain.
public struct URLRequestPreferences: Sendable {
    /// The media types that the caller can read, as in the header `Accept`; nil for JSON before others.
    public var accepts: String?
    /// The greatest number of attempts; nil for that of the options.
    public var maxAttempts: Int?
    /// Shows the number of received bytes; nil for a body whose progress the run does not show.
    public var progress: InputProgress?

    /// Creates the preferences of a caller; all have defaults.
    public init(accepts: String? = nil, maxAttempts: Int? = nil, progress: InputProgress? = nil) {
        self.accepts = accepts
        self.maxAttempts = maxAttempts
        self.progress = progress
    }
}

/// A document at a URL, whose head has arrived.
public struct OpenedURL: Sendable {
    /// The content, without a transfer encoding. Releasing it ends the transfer.
    public var content: any ByteStream
    /// The media type, such as `text/html; charset=utf-8`; nil if the server names none.
    public var contentType: String?
    /// The base URL for relative addresses in the document: its own URL after redirects.
    public var base: BaseAddress
    /// Whether the server says that there is no document, which is no error (status 204).
    public var hasNoContent = false
    /// Whether a cut response would go unnoticed, because the server closes an unencrypted connection at its end and names no length.
    public var hidesEarlyEnd = false
    /// A warning about the head, for ``RecordWriter/warn(_:of:)``; nil if there is none.
    public var remark: String?
    /// Looks for signs that the document is incomplete; nil if a warning about its head has said that already.
    public var inspector: (any ResponseInspector)?

    /// Whether the media type is that of one JSON text, whose end a parser finds without a length.
    public var isJSON: Bool { MediaType.isJSON(contentType) }

    /// Creates a document without remarks.
    ///
    /// - Parameters:
    ///   - content: The content; releasing it ends the transfer.
    ///   - contentType: The media type; nil if the server names none.
    ///   - base: The base URL for relative addresses.
    public init(content: any ByteStream, contentType: String? = nil, base: BaseAddress = BaseAddress()) {
        self.content = content
        self.contentType = contentType
        self.base = base
    }
}

/// Looks at a document in JSON from a server for signs that it is one page of several, or that it reports a failure.
public protocol ResponseInspector: Sendable {
    /// Takes the next bytes.
    mutating func add(_ bytes: [UInt8])

    /// The warnings about the complete document.
    ///
    /// - Parameters:
    ///   - items: The program that selects the items.
    ///   - count: The number of items.
    /// - Throws: As ``checkFailure(_:)`` for a document without items.
    func warnings(_ items: RecordQuery, count: Int) throws -> [String]

    /// Checks that a document without items reports no failure.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `remoteUnavailable`.
    func checkFailure(_ items: RecordQuery) throws
}

extension OptionReader {
    /// Reads the options for the URLs among the inputs of a source, with the opener of the ``Registry``.
    ///
    /// - Parameters:
    ///   - inputs: The inputs.
    ///   - option: The option that names them.
    /// - Returns: nil if the program opens no URLs. A URL among the inputs is reported then.
    public mutating func readURLOptions(of inputs: [Input], option: String) -> (any URLOpener)? {
        if let type = urlOptions as? any URLOpener.Type { return type.init(options: &self, inputs: inputs, option: option) }
        if let url = inputs.first(where: { $0.webAddress != nil }) {
            report("expected a file or standard input, found the URL \(url.shown.printable); \(RunContext.opensNoURL)", option: option)
        }
        return nil
    }
}

extension RunContext {
    /// Opens a URL.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - preferences: The wishes of the caller.
    ///   - opener: Opens the URL with the options of a step; nil for ``opener``.
    /// - Throws: As ``URLOpener/open(_:_:in:)``, and ``PipelineFailure`` of the kind `inputMissing` in a program that opens no URLs.
    public func open(_ url: MaskedText, _ preferences: URLRequestPreferences, with opener: (any URLOpener)? = nil) async throws -> OpenedURL
    {
        try await found(opener, for: url).open(url, preferences, in: self)
    }

    /// Requests a document once, for the command `check`.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - opener: As for ``open(_:_:with:)``.
    /// - Returns: The answer of the server in words, such as its status.
    /// - Throws: As ``open(_:_:with:)``.
    public func check(_ url: MaskedText, with opener: (any URLOpener)? = nil) async throws -> String {
        try await found(opener, for: url).check(url, in: self)
    }

    private func found(_ opener: (any URLOpener)?, for url: MaskedText) throws -> any URLOpener {
        if let opener = opener ?? self.opener { return opener }
        throw PipelineFailure(inputMissing: url.shown, "\(url.shown.printable) cannot be read: \(Self.opensNoURL)")
    }

    fileprivate static let opensNoURL =
        "this program opens no URLs: it lacks the product HTTPReading, or its registry was not given addHTTP()"
}
