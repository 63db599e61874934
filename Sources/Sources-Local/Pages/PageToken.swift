package import JSONParsing
internal import Pipeline

/// A value that a request for a page carries: a cursor, the number of a page, an offset.
package struct PageToken: Sendable {
    /// The value as a query item, a form item or a header field carries it.
    package let text: String
    /// The value as a JSON body carries it: a number stays a number.
    package let json: JSONValue

    package init(_ number: Int) {
        text = String(number)
        json = .number(JSONNumber(number))
    }

    package init(_ text: String) {
        self.text = text
        json = .string(text)
    }

    /// Takes over a value of a response; nil if it is neither a string nor a number.
    package init?(_ value: JSONValue) {
        guard let decoded = try? value.decoded() else { return nil }
        switch decoded {
        case .string(let string): text = string
        case .number(let number): text = number.text
        default: return nil
        }
        json = value.detached()
    }

    /// The longest part of a token in a message, in characters.
    private static let maxShown = 80

    /// The token in messages.
    package var shown: String { text.count > Self.maxShown ? text.prefix(Self.maxShown).printable + "…" : text.printable }
}
