/// A text of a pipeline file together with its form for messages.
///
/// A text from the environment or another file is secret: messages show the node that it came from. So is the text of a secret option,
/// which messages show as `***` if it stands in the pipeline file itself. A URL is shown without its credentials. String interpolation of a
/// `MaskedText` inserts the form for messages.
public struct MaskedText: Sendable, Equatable, CustomStringConvertible {
    /// The text itself, even if it is secret: for requests and files, never for messages.
    public let value: String
    /// The node that a secret text came from, such as `$env.API_URL`, or `***`; nil for a text that may be shown.
    private let node: String?

    /// Shown in place of a secret text of the pipeline file itself.
    private static let literalNode = "***"

    /// Creates a text that is not secret.
    public init(_ value: String) { self.init(value, secretFrom: nil) }

    /// Creates a text that may be secret.
    ///
    /// - Parameters:
    ///   - value: The text as the program uses it.
    ///   - node: The node that a secret text came from, such as `$env.API_URL`, or `***`; nil for other texts.
    package init(_ value: String, secretFrom node: String?) {
        self.value = value
        self.node = node
    }

    /// Creates a secret text that stands in the pipeline file itself.
    package init(literalSecret value: String) { self.init(value, secretFrom: Self.literalNode) }

    /// Whether the text is secret, and stands in the pipeline file itself.
    package var isLiteralSecret: Bool { node == Self.literalNode }

    /// Whether the text came from the environment or another file, or is that of a secret option.
    public var isSecret: Bool { node != nil }

    /// The form for messages, origins, rejects and reports.
    public var shown: String { node ?? (value.isWebAddress ? AddressMask.masked(value) : value) }

    /// The same as ``shown``.
    public var description: String { shown }

    /// Returns a text derived from this one, with the same secrecy, such as the absolute form of a relative path.
    public func with(_ value: String) -> MaskedText { MaskedText(value, secretFrom: node) }
}
