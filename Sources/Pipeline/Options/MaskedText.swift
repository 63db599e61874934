/// A text of a pipeline file, and what stands for it wherever people read it.
///
/// A text from the environment or another file is used and never shown; of an address user, password and telling query items are not.
/// Putting a masked text into a message puts in what may be shown.
public struct MaskedText: Sendable, Equatable, CustomStringConvertible {
    /// The text as the program uses it.
    public let value: String
    /// The node that a secret text came from, such as `$env.API_URL`; nil for a text that may be shown.
    private let node: String?

    /// A text that may be shown.
    public init(_ value: String) { self.init(value, secretFrom: nil) }

    /// - Parameter node: The node that a secret text came from; nil for a text that may be shown.
    package init(_ value: String, secretFrom node: String?) {
        self.value = value
        self.node = node
    }

    /// Whether the text is never shown.
    public var isSecret: Bool { node != nil }

    /// What stands for the text in messages, origins, rejects and reports.
    public var shown: String { node ?? (value.isWebAddress ? AddressMask.masked(value) : value) }

    /// What stands for the text in messages.
    public var description: String { shown }

    /// Another text that is as secret as this one, such as the path that a relative path means.
    public func with(_ value: String) -> MaskedText { MaskedText(value, secretFrom: node) }
}
