package import HTTP
public import Pipeline
internal import WebAddresses

/// Opens the URLs among the inputs of a step: each document with one request.
public struct HTTPOpener: URLOpener {
    package let settings: ClientSettings
    /// The origins that get the credentials of the step; nil without a URL among its inputs.
    private let scope: CredentialScope?

    /// Opens URLs with the defaults.
    public init() { self.init(.document) }

    /// - Parameters:
    ///   - settings: The options of the step.
    ///   - scope: The origins that get its credentials; nil if it names no URL.
    package init(_ settings: ClientSettings, scope: CredentialScope? = nil) {
        self.settings = settings
        self.scope = scope
    }

    /// Reads the options for URLs; all inputs have them. See ``URLOptions/init(options:inputs:option:)``.
    public init(options: inout OptionReader, inputs: [Input], option: String) {
        var settings = ClientSettings.read(&options, url: inputs.count == 1 ? inputs.first?.webAddress : nil, isStreamed: true)
        settings.isOnlyDocument = inputs.count == 1
        let origins = inputs.compactMap { $0.webAddress.flatMap { WebAddress($0.value)?.origin } }
        if Set(origins).count > 1, settings.auth.isShared || !settings.secretHeaders.isEmpty {
            options.report("expected URLs of one host, because they share credentials; use a pipeline file for each host", option: option)
        }
        self.init(settings, scope: origins.first.map { CredentialScope(home: $0) })
    }

    /// The client that stages of the pipeline can share; nil if the step names no URL.
    package var remote: RemoteClientSettings? { scope.map { RemoteClientSettings(settings: settings, scope: $0) } }

    /// Asks for a document, and repeats the request by the options. See ``URLOpener/open(_:_:in:)``.
    public func open(_ url: MaskedText, _ preferences: URLRequestPreferences, in context: RunContext) async throws -> OpenedURL {
        opened(try await response(from: url, preferences, in: context), from: url, preferences, in: context)
    }

    /// Asks for a document.
    package func response(from url: MaskedText, _ preferences: URLRequestPreferences, in context: RunContext) async throws -> HTTPResponse {
        var settings = settings
        if let maxAttempts = preferences.maxAttempts { settings.retry.maxAttempts = maxAttempts }
        let accepts = preferences.accepts ?? ClientSettings.acceptsJSON
        return try await WebDocumentRequest(url, settings: settings, accepts: accepts, in: context).open()
    }

    /// Returns the content of a response, with the warnings that follow from its head.
    package func opened(
        _ response: HTTPResponse, from url: MaskedText, _ preferences: URLRequestPreferences = URLRequestPreferences(),
        in context: RunContext
    ) -> OpenedURL {
        let head = response.head
        var opened = OpenedURL(
            content: ResponseStream(response.body, progress: preferences.progress), contentType: head.contentType,
            base: response.address?.base(isSecret: url.isSecret) ?? BaseAddress())
        opened.hasNoContent = response.hasNoContent
        opened.hidesEarlyEnd = head.hidesEarlyEnd
        var remarks = MorePagesFinder.signs(in: head).prefix(1).map(ResponseSigns.warning(of:))
        if response.isEmpty {
            remarks.append("the response is empty, though its status is \(head.status); a server without content sends 204")
        }
        // One warning about further pages is enough.
        if remarks.isEmpty {
            opened.inspector = RequestName(url, secrets: context.secrets).map { ResponseSigns(head, of: $0) }
        } else {
            opened.remark = remarks.joined(separator: "; ")
        }
        return opened
    }

    /// Asks for a document once. See ``URLOpener/check(_:in:)``.
    public func check(_ url: MaskedText, in context: RunContext) async throws -> String {
        try await WebDocumentRequest(url, settings: settings.forCheck, in: context).check()
    }
}

extension Registry {
    /// Lets the sources of files open http(s) URLs.
    public mutating func addHTTP() { openURLs(with: HTTPOpener.self) }
}
