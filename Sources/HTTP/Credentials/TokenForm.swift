/// The form of a token request. Its values are secret.
///
/// - SeeAlso: RFC 6749, appendix B: application/x-www-form-urlencoded
struct TokenForm: Sendable, Equatable {
    private(set) var items: [(name: String, value: String)] = []

    mutating func append(_ name: String, _ value: String) { items.append((name, value)) }

    /// The form as the body of a request.
    var body: [UInt8] { FormEncoding.body(of: items) }

    static func == (one: TokenForm, other: TokenForm) -> Bool { one.items.elementsEqual(other.items, by: ==) }
}
