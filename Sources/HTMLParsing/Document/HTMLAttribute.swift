/// An attribute of an element.
public struct HTMLAttribute: Hashable, Sendable {
    /// The qualified name; of an HTML element in lower case.
    public var name: String
    /// The value, without character references.
    public var value: String

    /// Makes an attribute from its name and its value.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
