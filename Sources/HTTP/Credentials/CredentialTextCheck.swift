/// Checks texts of credentials before they become parts of a request. A fault is the end of a message, and never quotes the text.
package enum CredentialTextCheck {
    /// Header fields that belong to the connection or the body. Credentials must not change them.
    private static let reservedNames: Set = [
        "host", "connection", "content-length", "transfer-encoding", "te", "trailer", "upgrade", "expect", "keep-alive",
        "proxy-authorization", "proxy-connection",
    ]

    /// The fault of a text with control characters; nil if it has none. A line break would begin another header field.
    ///
    /// - SeeAlso: RFC 9110, section 5.5; RFC 7617, section 2
    package static func fault(_ text: String) -> String? {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A, 0x0D: return "it contains a line break"
            case 0x00...0x1F, 0x7F...0x9F: return "it contains a control character"
            default: continue
            }
        }
        return nil
    }

    /// The fault of the name of a header field; nil if it is valid.
    ///
    /// - SeeAlso: RFC 9110, section 5.6.2
    package static func fault(ofHeader name: String) -> String? {
        if name.isEmpty { return "it is empty" }
        if !HTTPToken.isToken(name) { return "it contains characters that no header name can contain" }
        return reservedNames.contains(name.lowercased()) ? "the program itself sets this header" : nil
    }

    /// The fault of a token from a token server; nil if it is valid.
    ///
    /// - SeeAlso: RFC 6749, appendix A.12 and A.17
    static func fault(ofToken token: String) -> String? {
        if token.isEmpty { return "it is empty" }
        if let fault = fault(token) { return fault }
        return token.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? nil : "it contains characters outside of ASCII"
    }
}
