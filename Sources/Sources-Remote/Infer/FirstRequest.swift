internal import HTTP
internal import Pipeline

/// The headers and credentials of the request for the first answer of a server.
package struct FirstRequest: Sendable {
    /// A header field.
    package struct Header: Sendable {
        package let name: String
        package let value: String
        /// Whether the value is a secret, by the name of the field.
        package var isSecret: Bool { AddressMask.isSensitive(name) }

        /// Reads a header field such as `Accept: application/json`.
        ///
        /// - Returns: nil if the text is none that a request can carry.
        package init?(_ text: String) {
            guard let colon = text.firstIndex(of: ":") else { return nil }
            name = String(text[..<colon])
            value = String(text[text.index(after: colon)...]).trimmingSpaces
            guard CredentialText.fault(ofHeader: name) == nil, CredentialText.fault(value) == nil else { return nil }
        }
    }

    package let headers: [Header]
    /// The token for the header `Authorization`; nil for none.
    package let token: String?

    /// - Parameters:
    ///   - headers: The header fields.
    ///   - token: The token for the header `Authorization`, without the word Bearer; nil for none.
    package init(headers: [Header], token: String?) {
        self.headers = headers
        self.token = token
    }

    func settings(maxAttempts: Int) -> ClientSettings {
        var settings = ClientSettings.document
        settings.retry.maxAttempts = maxAttempts
        for header in headers {
            if header.isSecret {
                settings.secretHeaders.append(.header(name: header.name, value: header.value))
                settings.secretTexts.append(MaskedText(literalSecret: header.value))
            } else {
                settings.headers.append(header.name, header.value)
            }
        }
        if let token {
            settings.auth = .bearer(MaskedText(literalSecret: token))
            settings.secretTexts.append(MaskedText(literalSecret: token))
        }
        return settings
    }
}
