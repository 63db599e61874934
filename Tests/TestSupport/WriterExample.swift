public import Testing

/// A piece of HTML, and what is to come of it.
public struct WriterExample: Sendable, CustomTestStringConvertible {
    public let name: String
    public let html: String
    public let out: String

    public init(_ name: String, in html: String, out: String) {
        self.name = name
        self.html = html
        self.out = out
    }

    public var testDescription: String { name }
}
