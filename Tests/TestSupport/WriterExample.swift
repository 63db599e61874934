public import Testing

/// A piece of HTML, and what is to come of it.
public struct WriterExample: Sendable, CustomTestStringConvertible {
    /// The name that the test shows.
    public let name: String
    /// The input.
    public let html: String
    /// The expected output.
    public let out: String

    /// Makes an example.
    public init(_ name: String, in html: String, out: String) {
        self.name = name
        self.html = html
        self.out = out
    }

    /// The name.
    public var testDescription: String { name }
}
