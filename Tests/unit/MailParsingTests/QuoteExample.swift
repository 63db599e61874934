import Testing

/// A message body with its expected parts.
struct QuoteExample: CustomTestStringConvertible {
    let name: String
    let body: String
    let own: String
    var quoted: String?
    var testDescription: String { name }

    init(_ name: String, _ body: String, own: String, quoted: String? = nil) {
        (self.name, self.body, self.own, self.quoted) = (name, body, own, quoted)
    }

    /// A body without a quote.
    init(_ name: String, whole body: String) {
        self.init(name, body, own: body)
    }

    /// A reply above a quote.
    ///
    /// - Parameter gap: The text between reply and quote.
    init(_ name: String, reply: String = "Yes.", gap: String = "\n\n", above quoted: String) {
        self.init(name, reply + gap + quoted, own: reply, quoted: quoted)
    }
}
