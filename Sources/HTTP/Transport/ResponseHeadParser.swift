internal import Ground

/// Parses the heads of responses. Heads with the status codes 100 to 199, except 101, are skipped. Trailers after the body are skipped,
/// too, but their bytes count toward the limit.
///
/// - SeeAlso: RFC 9112, sections 4 and 5
struct ResponseHeadParser {
    enum Fault: Error, Equatable {
        /// The first line is no status line. The text is its beginning.
        case noStatusLine(String)
        /// The head exceeds ``maxBytes``.
        case tooLong
        /// The length of the body is no number, or there are several. The text is the beginning of the values.
        case badLength(String)

        /// The reason why the transfer fails.
        var reason: TransportError.Reason {
            switch self {
            case .noStatusLine(let line):
                .malformedResponse("the response begins with \"\(line)\" instead of a status line of HTTP")
            case .tooLong: .longHead
            case .badLength(let values): .malformedResponse("the head has no valid Content-Length: \"\(values)\"")
            }
        }
    }

    /// The limit of all heads and trailers of a response together, in bytes.
    static let maxBytes = 300 << 10

    /// The beginning of a line whose end has not arrived.
    private var rest: [UInt8] = []
    private var status: Int?
    /// Whether the status line names HTTP/1.0 or 1.1.
    private(set) var isVersion1 = false
    private var headers = HTTPHeaders()
    /// The last field, as long as the next line may continue it.
    private var field: (name: String, value: String)?
    private var count = 0
    private(set) var isComplete = false

    /// Reads the next bytes of a head.
    ///
    /// - Parameter bytes: May end anywhere. Bytes after the final head are only counted.
    /// - Returns: The final head as soon as it is complete.
    mutating func feed(_ bytes: Span<UInt8>) throws(Fault) -> ResponseHead? {
        count += bytes.count
        guard count <= Self.maxBytes else { throw .tooLong }
        var head: ResponseHead?
        var start = 0
        while !isComplete, start < bytes.count {
            let end = Self.index(of: UInt8(ascii: "\n"), in: bytes, from: start)
            let piece = bytes.extracting(start..<(end ?? bytes.count))
            start += piece.count + 1
            // libcurl delivers whole lines. Those are not copied.
            if end != nil, rest.isEmpty {
                head = try endLine(piece)
            } else {
                for index in piece.indices { rest.append(piece[index]) }
                guard end != nil else { break }
                let line = rest
                rest.removeAll(keepingCapacity: true)
                head = try endLine(line.span)
            }
        }
        return head
    }

    /// Evaluates a line without its line feed.
    private mutating func endLine(_ line: Span<UInt8>) throws(Fault) -> ResponseHead? {
        let hasReturn = line.count > 0 && line[line.count - 1] == UInt8(ascii: "\r")
        let line = line.extracting(droppingLast: hasReturn ? 1 : 0)
        guard let status else {
            self.status = try readStatusLine(line)
            return nil
        }
        if line.count > 0 {
            if Self.isBlank(line[0]) {
                field?.value += " " + Self.text(line)
            } else {
                endField()
                beginField(line)
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
        let (coding, length) = (headers["Transfer-Encoding"], headers["Content-Length"])
        if length != nil, coding == nil { try checkLength() }
        let isChunked = coding?.lowercased().hasSuffix("chunked") == true
        var head = ResponseHead(status: status, headers: headers)
        head.bodyEndsWithConnection = isVersion1 && !isChunked && length == nil
        return head
    }

    /// Reads a line such as `HTTP/1.1 200 OK` or `HTTP/2 200`.
    private mutating func readStatusLine(_ span: Span<UInt8>) throws(Fault) -> Int {
        let line = Array(Self.text(span).utf8)
        let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard line.starts(with: "HTTP/".utf8), parts.count >= 2, parts[1].count == 3,
            let status = Int(String(decoding: parts[1], as: UTF8.self)), (100...999).contains(status)
        else { throw .noStatusLine(Self.beginning(of: span)) }
        isVersion1 = line.starts(with: "HTTP/1".utf8)
        return status
    }

    /// Begins the field of a line. A line without a colon, or with an invalid name, is skipped.
    private mutating func beginField(_ line: Span<UInt8>) {
        guard let colon = Self.index(of: UInt8(ascii: ":"), in: line), colon > 0 else { return }
        for index in 0..<colon where !HTTPToken.contains(line[index]) { return }
        var start = colon + 1
        while start < line.count, Self.isBlank(line[start]) { start += 1 }
        field = (Self.text(line.extracting(0..<colon)), Self.text(line.extracting(start..<line.count)))
    }

    private mutating func endField() {
        guard let field else { return }
        headers.append(field.name, field.value)
        self.field = nil
    }

    /// Checks that all lengths of the body are the same number.
    ///
    /// - SeeAlso: RFC 9112, section 6.3, number 5
    private func checkLength() throws(Fault) {
        let fields = headers.values(of: "Content-Length")
        if fields.count == 1, Self.isNumber(fields[0]) { return }
        let values = fields.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmingSpaces) }
        guard Set(values).count == 1, Self.isNumber(values[0]) else {
            throw .badLength(String(fields.joined(separator: ", ").prefix(40)).printable)
        }
    }

    private static func isNumber(_ text: String) -> Bool {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } && Int(text) != nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private static func index(of byte: UInt8, in bytes: Span<UInt8>, from start: Int = 0) -> Int? {
        var index = start
        while index < bytes.count {
            if bytes[index] == byte { return index }
            index += 1
        }
        return nil
    }

    /// The text of bytes, with spaces in place of control characters, as section 5.5 of RFC 9110 requires.
    private static func text(_ bytes: Span<UInt8>) -> String {
        func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }
        for index in bytes.indices where isControl(bytes[index]) {
            return String(decoding: bytes.indices.map { isControl(bytes[$0]) ? UInt8(ascii: " ") : bytes[$0] }, as: UTF8.self)
        }
        return unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// The first characters of a line, for a message.
    private static func beginning(of line: Span<UInt8>) -> String {
        let beginning = line.extracting(first: 40)
        return unsafe beginning.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }.printable
    }
}

/// The characters of methods and of names of header fields.
///
/// - SeeAlso: RFC 9110, section 5.6.2
enum HTTPToken {
    static func contains(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: "!#$%&'*+^`|~".utf8.contains(byte)
        }
    }

    /// Whether a text is a token: not empty, and only of these characters.
    static func isToken(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(contains) }
}
