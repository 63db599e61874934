package import JSONParsing

/// Finds the message in the JSON of an error response, by the keys that APIs use.
///
/// - SeeAlso: RFC 9457, section 3.1; RFC 6749, section 5.2
package enum JSONErrorMessage {
    private static let innerKeys = ["error", "errors", "fault", "exception", "errorMessages", "error_messages"]
    private static let codeKeys = ["code", "error", "errcode", "error_code"]
    private static let messageKeys = [
        "message", "error_description", "detail", "title", "msg", "error_message", "errorMessage", "error_msg", "errmsg", "faultstring",
        "description", "reason", "status_message", "statusMessage", "info",
    ]

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
        for key in innerKeys {
            guard let inner = object[key] else { continue }
            if let found = text(in: (try? inner.decoded().array?.first) ?? inner) { return found }
            if let first = try? inner.decoded().array?.first?.string, !first.isEmpty { return first }
        }
        func first(of keys: [String]) -> String? { keys.lazy.compactMap { object[$0]?.string }.first { !$0.isEmpty } }
        let parts = [first(of: codeKeys), first(of: messageKeys)].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ": ")
    }
}
