/// The input of a source: standard input, a file, or an http(s) URL.
public enum Input: Sendable, Equatable {
    /// Standard input.
    case standardInput
    /// The path of a file, relative to the current directory or absolute.
    case file(MaskedText)
    /// An http or https URL.
    case web(MaskedText)

    /// The name of standard input in options and arguments.
    package static let standardInputName = "-"

    /// Interprets a name that may be secret.
    ///
    /// - Parameter text: The path of a file, `-` for standard input, or an http(s) URL.
    public init(_ text: MaskedText) {
        switch text.value {
        case Self.standardInputName: self = .standardInput
        case let value where value.isWebAddress: self = .web(text)
        default: self = .file(text)
        }
    }

    /// Interprets a name that is not secret.
    ///
    /// - Parameter name: The path of a file, `-` for standard input, or an http(s) URL.
    public init(_ name: String) { self.init(MaskedText(name)) }

    /// The path or URL as it is opened; `-` for standard input.
    public var name: String { text?.value ?? Self.standardInputName }

    /// Whether the path or URL came from the environment or another file.
    public var isSecret: Bool { text?.isSecret ?? false }

    /// The name in messages and origins. A URL is shown without user, password and secrets in its query. Instead of a secret name, this is
    /// the node that it came from, such as `$env.API_URL`.
    public var shown: String { text?.shown ?? "standard input" }

    /// Masks the secrets in a text of a server or a library about this input.
    ///
    /// - Parameter text: For instance the body of an error response.
    /// - Returns: The text with masked URLs, sensitive query items, and secret parts of this input's URL.
    public func maskedExternalText(_ text: String) -> String {
        var secrets = SecretValues()
        if isSecret { secrets.insert(name) } else { secrets.insert(partsOf: name) }
        return AddressMask.maskedExternalText(secrets.masked(text))
    }

    /// The end of a message for a file that is missing, if its name is most likely meant as a URL.
    var addressHint: String {
        if name.contains("://") { return "; only http and https URLs are read" }
        let isAddress = name.prefixMatch(of: /[A-Za-z0-9][A-Za-z0-9.-]*:[0-9]{1,5}(?:\/|$)|(?:localhost|www\..*|api\..*)\//) != nil
        return isAddress ? "; a URL begins with http:// or https://" : ""
    }

    /// The URL; nil for other inputs.
    package var webAddress: MaskedText? {
        if case .web(let url) = self { url } else { nil }
    }

    private var text: MaskedText? {
        switch self {
        case .standardInput: nil
        case .file(let text), .web(let text): text
        }
    }
}
