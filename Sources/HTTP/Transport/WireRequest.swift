internal import Ground
internal import WebAddresses

/// A request in the form that libcurl takes. It contains the secrets, and is never shown.
struct WireRequest: Sendable {
    let method: String
    let url: String
    /// The lines of the header fields, such as `Accept: */*`. As libcurl asks, a line `Name;` sends an empty value, and `Name:` sends
    /// nothing.
    let headerLines: [String]
    let body: [UInt8]?
    let origin: WebOrigin
    let timeouts: RequestTimeouts
    let caFile: String?
    /// How each connection is checked.
    let connectionGuard: ConnectionGuard
    /// Whether libcurl may send the request again on a new connection, after an old one turns out to be closed.
    let isIdempotent: Bool

    /// Whether the response has no body, whatever its head announces.
    ///
    /// - SeeAlso: RFC 9110, section 6.4.1
    func excludesBody(_ status: Int) -> Bool { method == "HEAD" || status == 204 || status == 304 || (100..<200).contains(status) }

    /// Checks and encodes a request.
    ///
    /// - Throws: ``TransportError`` for a character that would end the line of the head. The message contains no value.
    init(_ request: HTTPRequest) throws(TransportError) {
        let headers = request.wireHeaders
        let url = request.wireAddress.text
        guard HTTPToken.isToken(request.method) else { throw .refused("the method \"\(request.method.printable)\" is not one of HTTP") }
        guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .refused("the URL contains a character that is not encoded")
        }
        for field in headers.fields {
            guard HTTPToken.isToken(field.name) else {
                throw .refused("the name of the header \"\(field.name.printable)\" contains a character that is not allowed")
            }
            guard field.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
                throw .refused("the value of the header \(field.name) contains a control character")
            }
        }
        method = request.method
        self.url = url
        body = request.body
        origin = request.address.origin
        timeouts = request.timeouts
        caFile = request.caFile
        isIdempotent = request.isIdempotent
        connectionGuard = try ConnectionGuard(request)
        var lines = headers.fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        if headers["Accept-Encoding"] == nil {
            // A part of a compressed body cannot be decompressed.
            lines.append("Accept-Encoding: \(headers["Range"] == nil ? "gzip" : "identity")")
        }
        if headers["User-Agent"] == nil { lines.append("User-Agent: tabpipe/\(TabpipeVersion.text)") }
        // libcurl sends a body with each POST, be it empty.
        if request.body != nil || request.method == "POST" {
            if headers["Content-Type"] == nil { lines.append("Content-Type:") }
            if headers["Expect"] == nil { lines.append("Expect:") }
        }
        headerLines = lines
    }
}

extension TransportError {
    /// The error of a request that is not sent.
    fileprivate static func refused(_ text: String) -> TransportError { TransportError(.invalidRequest(text), mayHaveReachedServer: false) }
}
