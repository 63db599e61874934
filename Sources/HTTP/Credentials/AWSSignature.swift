internal import Checksums
package import Ground
internal import WebAddresses

/// A signature of AWS, version 4. The body is always hashed; no request goes out with an unsigned payload.
///
/// - SeeAlso: [AWS Signature Version 4](https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html)
package struct AWSSignature: Sendable, Equatable {
    private static let algorithm = "AWS4-HMAC-SHA256"

    let service: String
    let region: String
    let accessKey: String
    let secretKey: MaskedText
    let sessionToken: MaskedText?

    package init(service: String, region: String, accessKey: String, secretKey: MaskedText, sessionToken: MaskedText?) {
        self.service = service
        self.region = region
        self.accessKey = accessKey
        self.secretKey = secretKey
        self.sessionToken = sessionToken
    }

    var identity: String { AuthSettings.joined(["aws_sigv4", service, region, accessKey, secretKey.value]) }

    var fault: (option: String, reason: String)? {
        // These texts are parts of a header, which commas, slashes and blanks divide.
        for (option, text) in [("service", service), ("region", region), ("access_key", accessKey)] {
            if !text.utf8.allSatisfy(PercentEncoding.isUnreserved) {
                return (option, "it contains other characters than letters, digits, \"-\", \".\", \"_\" and \"~\"")
            }
        }
        return sessionToken.flatMap { CredentialTextCheck.fault($0.value) }.map { ("session_token", $0) }
    }

    /// Whether the service is S3, which takes paths as they are sent.
    private var isS3: Bool { service == "s3" || service.hasPrefix("s3-") || service == "s3express" }
    /// Whether the service asks for the hash of the body as a header.
    private var wantsBodyHash: Bool { isS3 || service == "aoss" }

    func parts(for request: SignedRequest) -> [CredentialPart] {
        let bodyHash = SHA256Hasher.hex(of: request.body)
        var own: [(name: String, value: String)] = [("X-Amz-Date", request.time.compactDate)]
        if wantsBodyHash { own.append(("X-Amz-Content-SHA256", bodyHash)) }
        if let sessionToken { own.append(("X-Amz-Security-Token", sessionToken.value)) }
        var headers = request.headers
        for (name, value) in own { headers[name] = value }
        let signed = Self.signedHeaders(headers, host: request.address.origin.hostAndPort)
        let names = signed.map(\.name).joined(separator: ";")
        let canonical = [
            request.method, path(request.address.path), Self.query(request.address.query ?? ""),
            signed.map { "\($0.name):\($0.value)\n" }.joined(), names, bodyHash,
        ].joined(separator: "\n")
        let scope = "\(request.time.compactDay)/\(region)/\(service)/aws4_request"
        let text = [Self.algorithm, request.time.compactDate, scope, SHA256Hasher.hex(of: Array(canonical.utf8))].joined(separator: "\n")
        let signature = SHA256Hasher.hexText(of: HMAC.sha256.code(of: Array(text.utf8), key: key(day: request.time.compactDay)))
        let authorization = "\(Self.algorithm) Credential=\(accessKey)/\(scope), SignedHeaders=\(names), Signature=\(signature)"
        return own.map { .header(name: $0.name, value: $0.value) } + [.header(name: "Authorization", value: authorization)]
    }

    private func key(day: String) -> [UInt8] {
        [day, region, service, "aws4_request"].reduce(Array("AWS4\(secretKey.value)".utf8)) { key, text in
            HMAC.sha256.code(of: Array(text.utf8), key: key)
        }
    }

    /// The header fields that are signed, in the order of their names: the host, those of AWS, and the type of the body. A proxy may change
    /// others.
    private static func signedHeaders(_ headers: HTTPHeaders, host: String) -> [(name: String, value: String)] {
        var values = ["host": host]
        for field in headers.fields {
            let name = field.name.lowercased()
            guard name == "content-type" || name.hasPrefix("x-amz-") else { continue }
            let value = field.value.split(separator: " ").joined(separator: " ")
            values[name] = values[name].map { "\($0),\(value)" } ?? value
        }
        return values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { ($0.key, $0.value) }
    }

    /// The path in the form that is signed. S3 decodes it once; other services encode the path that they get.
    private func path(_ path: String) -> String {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if isS3 { return segments.map { Self.encoded(PercentEncoding.decoded(Array($0.utf8))) }.joined(separator: "/") }
        var kept: [String] = []
        for segment in segments where !segment.isEmpty && segment != "." {
            if segment == ".." { _ = kept.popLast() } else { kept.append(Self.encoded(Array(segment.utf8))) }
        }
        return "/" + kept.joined(separator: "/") + (path.hasSuffix("/") && !kept.isEmpty ? "/" : "")
    }

    /// The query in the form that is signed: encoded strictly, in the order of names and values.
    private static func query(_ query: String) -> String {
        let items = query.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { part in
                encoded(PercentEncoding.decoded(Array(part.replacing("+", with: " ").utf8)))
            }
            return (name: parts[0], value: parts.count > 1 ? parts[1] : "")
        }
        let sorted = items.sorted { one, other in
            one.name == other.name
                ? one.value.utf8.lexicographicallyPrecedes(other.value.utf8) : one.name.utf8.lexicographicallyPrecedes(other.name.utf8)
        }
        return sorted.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    private static func encoded(_ bytes: [UInt8]) -> String {
        var encoded: [UInt8] = []
        PercentEncoding.encode(bytes) { encoded.append($0) }
        return String(decoding: encoded, as: UTF8.self)
    }
}
