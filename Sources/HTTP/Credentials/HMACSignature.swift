package import Checksums
package import Ground
internal import WebAddresses

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A signature by HMAC over a text that a template makes of the request.
///
/// - SeeAlso: RFC 2104
package struct HMACSignature: Sendable, Equatable {
    /// How the options spell the key.
    package enum KeyForm: String, CaseIterable, Sendable {
        case text, hex, base64

        /// The bytes of a key; nil if the text has another form.
        func bytes(of text: String) -> [UInt8]? {
            switch self {
            case .text: Array(text.utf8)
            case .base64: Data(base64Encoded: text).map { Array($0) }
            case .hex:
                text.utf8.count % 2 == 0 ? Self.pairs(Array(text.utf8)) : nil
            }
        }

        private static func pairs(_ digits: [UInt8]) -> [UInt8]? {
            var bytes: [UInt8] = []
            for place in stride(from: 0, to: digits.count, by: 2) {
                guard let high = PercentEncoding.value(ofHexDigit: digits[place]),
                    let low = PercentEncoding.value(ofHexDigit: digits[place + 1])
                else { return nil }
                bytes.append(high << 4 | low)
            }
            return bytes
        }
    }

    /// How requests spell the signature.
    package enum Encoding: String, CaseIterable, Sendable {
        case hex, base64

        func text(of bytes: [UInt8]) -> String {
            switch self {
            case .hex: SHA256Hasher.hexText(of: bytes)
            case .base64: Data(bytes).base64EncodedString()
            }
        }
    }

    /// A header field of signed requests.
    package struct Header: Sendable, Equatable {
        let name: String
        package let value: SignatureTemplate

        package init(name: String, value: SignatureTemplate) {
            self.name = name
            self.value = value
        }
    }

    let secret: MaskedText
    let keyForm: KeyForm
    let algorithm: HMAC
    /// Makes the text that is signed.
    let message: SignatureTemplate
    /// The header fields, which can contain the signature.
    let headers: [Header]
    let encoding: Encoding
    /// The secret texts in the header fields, such as an API key beside the signature.
    let secrets: [MaskedText]

    package init(
        secret: MaskedText, keyForm: KeyForm = .text, algorithm: HMAC = .sha256, message: SignatureTemplate, headers: [Header],
        encoding: Encoding = .hex, secrets: [MaskedText] = []
    ) {
        self.secrets = secrets
        self.secret = secret
        self.keyForm = keyForm
        self.algorithm = algorithm
        self.message = message
        self.headers = headers
        self.encoding = encoding
    }

    var identity: String { AuthSettings.joined(["hmac", secret.value] + headers.flatMap { [$0.name, $0.value.source] }) }

    var fault: (option: String, reason: String)? {
        if keyForm.bytes(of: secret.value) == nil { return ("secret", "it is not \(keyForm == .hex ? "hexadecimal" : "Base64")") }
        return headers.lazy.compactMap { CredentialTextCheck.fault(ofHeader: $0.name) ?? CredentialTextCheck.fault($0.value.source) }.first
            .map { ("headers", $0) }
    }

    func parts(for request: SignedRequest) -> [CredentialPart] {
        let text = message.bytes(of: request, signature: "")
        let signature = encoding.text(of: algorithm.code(of: text, key: keyForm.bytes(of: secret.value) ?? []))
        return headers.map { header in
            let value = String(decoding: header.value.bytes(of: request, signature: signature), as: UTF8.self)
            return .header(name: header.name, value: value)
        }
    }
}

/// A text with places for values of the request: `{method} {path}`.
package struct SignatureTemplate: Sendable, Equatable {
    /// A value of a request.
    package enum Value: String, CaseIterable, Sendable {
        case method, url, host, path, query, target, body, bodySHA256 = "body_sha256"
        case date, isoDate = "iso_date", timestamp, milliseconds, signature
    }

    /// The reason why a text is no template, as the end of a message.
    package struct Fault: Error, Equatable {
        package let reason: String
    }

    private enum Part: Sendable, Equatable {
        case text(String)
        case value(Value)
    }

    /// The text of the template.
    let source: String
    private let parts: [Part]

    /// Whether the text contains the signature.
    package var hasSignature: Bool { parts.contains(.value(.signature)) }

    /// Parses a template.
    package init(_ text: String) throws(Fault) {
        var parts: [Part] = []
        var rest = text[...]
        while let start = rest.firstRange(of: "{") {
            parts.append(.text(String(rest[..<start.lowerBound])))
            guard let end = rest[start.upperBound...].firstRange(of: "}") else { throw Fault(reason: "\"{\" has no \"}\"") }
            let name = String(rest[start.upperBound..<end.lowerBound]).trimmingSpaces
            guard let value = Value(rawValue: name) else {
                let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
                throw Fault(reason: "expected one of \(known), found \(name.printable)")
            }
            parts.append(.value(value))
            rest = rest[end.upperBound...]
        }
        source = text
        self.parts = parts + [.text(String(rest))]
    }

    /// The text for a request, as bytes, because a body may be no text.
    func bytes(of request: SignedRequest, signature: String) -> [UInt8] {
        parts.reduce(into: []) { bytes, part in
            switch part {
            case .text(let text): bytes += text.utf8
            case .value(.body): bytes += request.body
            case .value(let value): bytes += Self.text(value, of: request, signature).utf8
            }
        }
    }

    private static func text(_ value: Value, of request: SignedRequest, _ signature: String) -> String {
        let address = request.address
        return switch value {
        case .method: request.method
        case .url: address.text
        case .host: address.origin.hostAndPort
        case .path: address.path
        case .query: address.query ?? ""
        case .target: address.path + (address.query.map { "?\($0)" } ?? "")
        case .body: String(decoding: request.body, as: UTF8.self)
        case .bodySHA256: SHA256Hasher.hex(of: request.body)
        case .date: request.time.httpDate
        case .isoDate: request.time.isoDate
        case .timestamp: String(request.time.seconds)
        case .milliseconds: String(request.time.milliseconds)
        case .signature: signature
        }
    }
}
