internal import Pipeline

/// Encodes forms, for bodies and for credentials.
///
/// - SeeAlso: [URL, application/x-www-form-urlencoded](https://url.spec.whatwg.org/#application/x-www-form-urlencoded)
enum FormEncoding {
    /// Encodes a name or value. A space becomes `+`.
    static func encoded(_ text: String) -> String { spaced(text.percentEncoded) }

    /// The body that consists of items. Names and values are encoded.
    static func body(of items: [(name: String, value: String)]) -> [UInt8] { Array(spaced(WebAddress.query(of: items)).utf8) }

    private static func spaced(_ encoded: String) -> String { encoded.replacing("%20", with: "+") }
}
