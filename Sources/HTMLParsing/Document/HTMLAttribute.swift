/// An attribute of an element.
public struct HTMLAttribute: Hashable, Sendable {
    /// The qualified name; lower case for HTML elements.
    public var name: String
    /// The value, with character references decoded.
    public var value: String

    /// Creates an attribute.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
