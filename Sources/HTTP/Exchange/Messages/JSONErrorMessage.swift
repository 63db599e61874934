package import JSONParsing

/// Finds the message in the JSON of an error response, by the keys that APIs use.
///
/// - SeeAlso: RFC 9457, section 3.1; RFC 6749, section 5.2
package enum JSONErrorMessage {
    private static let codeKeys = ["code", "error"]
    private static let messageKeys = ["message", "error_description", "detail", "title", "msg"]

    /// The code and the message of an error.
    ///
    /// - Parameter bytes: The body, or its beginning.
    /// - Returns: nil for incomplete JSON, and for JSON without such keys.
    static func text(in bytes: [UInt8]) -> String? {
        guard let value = try? JSONValue(parsing: bytes) else { return nil }
        return text(in: value)
    }

    /// The code and the message of an error; nil for a value without such keys.
    package static func text(in value: JSONValue) -> String? {
        guard let object = try? value.decoded().object else { return nil }
        for key in ["error", "errors"] {
            if let inner = object[key], let found = text(in: (try? inner.decoded().array?.first) ?? inner) { return found }
        }
        func first(of keys: [String]) -> String? { keys.lazy.compactMap { object[$0]?.string }.first { !$0.isEmpty } }
        let parts = [first(of: codeKeys), first(of: messageKeys)].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ": ")
    }
}
