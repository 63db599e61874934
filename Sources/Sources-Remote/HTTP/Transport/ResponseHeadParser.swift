internal import Pipeline

/// Parses the heads of responses. Heads with the status codes 100 to 199 are skipped; so are the trailers behind the body,
/// but their bytes count.
///
/// - SeeAlso: RFC 9112, sections 4 and 5
struct ResponseHeadParser {
    enum Fault: Error, Equatable {
        /// The first line is no status line. The text is its beginning.
        case noStatusLine(String)
        /// The head exceeds ``maxBytes``.
        case tooLong

        /// The reason why the transfer fails.
        var reason: TransportError.Reason {
            switch self {
            case .noStatusLine(let line):
                .malformedResponse("the response begins with \"\(line)\" instead of a status line of HTTP")
            case .tooLong: .longHead
            }
        }
    }

    /// The limit of all heads and trailers of a response together, in bytes.
    static let maxBytes = 300 << 10

    private var line: [UInt8] = []
    private var status: Int?
    /// Whether the status line names HTTP/1.0 or 1.1.
    private var isVersion1 = false
    private var headers = HTTPHeaders()
    /// The last field, as long as the next line may continue it.
    private var field: (name: String, value: [UInt8])?
    private var count = 0
    private(set) var isComplete = false

    /// Reads the next bytes of a head.
    ///
    /// - Parameter bytes: May end anywhere. Bytes behind the final head are only counted.
    /// - Returns: The final head as soon as it is complete.
    mutating func feed(_ bytes: Span<UInt8>) throws(Fault) -> ResponseHead? {
        var head: ResponseHead?
        for index in bytes.indices {
            count += 1
            guard count <= Self.maxBytes else { throw .tooLong }
            if isComplete { continue }
            let byte = bytes[index]
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            defer { line.removeAll(keepingCapacity: true) }
            if let complete = try endLine() { head = complete }
        }
        return head
    }

    /// Evaluates a complete line.
    private mutating func endLine() throws(Fault) -> ResponseHead? {
        guard let status else {
            self.status = try statusCode()
            isVersion1 = line.starts(with: "HTTP/1".utf8)
            return nil
        }
        if let first = line.first {
            if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
                field?.value += [UInt8(ascii: " ")] + line
            } else {
                endField()
                beginField()
            }
            return nil
        }
        endField()
        guard status >= 200 || status == 101 else {
            // An interim response: the head of the next one follows.
            self.status = nil
            headers = HTTPHeaders()
            return nil
        }
        isComplete = true
        var head = ResponseHead(status: status, headers: headers)
        head.bodyEndsWithConnection = isVersion1 && headers["Content-Length"] == nil && headers["Transfer-Encoding"] == nil
        return head
    }

    /// The code in a line such as `HTTP/1.1 200 OK` or `HTTP/2 200`.
    private func statusCode() throws(Fault) -> Int {
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard line.starts(with: "HTTP/".utf8), parts.count >= 2, parts[1].count == 3,
            let status = Int(String(decoding: parts[1], as: UTF8.self)), (100...999).contains(status)
        else { throw .noStatusLine(String(decoding: line.prefix(40), as: UTF8.self).printable) }
        return status
    }

    /// Begins the field of a line. A line without a colon, or with a name that is none, is skipped.
    private mutating func beginField() {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0, line[..<colon].allSatisfy(HTTPToken.contains) else { return }
        let value = line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        field = (String(decoding: line[..<colon], as: UTF8.self), Array(value))
    }

    private mutating func endField() {
        guard let field else { return }
        // Section 5.5 of RFC 9110 asks for a space in place of control characters.
        let value = field.value.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: " ") : $0 }
        headers.append(field.name, String(decoding: value, as: UTF8.self))
        self.field = nil
    }
}
