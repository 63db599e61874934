internal import Checksums
internal import JSONParsing
internal import Ground

/// The facts about a response that a cache stores in front of its body.
struct CacheEntry: Sendable, Equatable {
    let key: CacheKey
    let method: String
    /// The URL for readers of the file, with secrets masked.
    let shownAddress: String
    let status: Int
    /// The stored header fields.
    var headers: HTTPHeaders
    /// The time of the response, or of its last validation, in seconds since 1970.
    var storedAt: Double
    /// The length of the body in bytes.
    var bodyBytes = 0
    /// The SHA-256 hash of the body, in hexadecimal digits.
    var bodyHash = String(repeating: "0", count: SHA256Hasher.digitCount)
    /// Whether secrets in the response or its URL were replaced; nil if none was looked for. Only an offline run uses such a response: the
    /// URLs of next pages may have lost their token, and the response may belong to another account.
    var isMasked: Bool?

    /// Whether the response is a complete document, which a server can validate.
    var isDocument: Bool { status == 200 || status == 204 }

    /// The header fields of a conditional request, which validates the response; none if the response has no validator.
    ///
    /// - SeeAlso: RFC 9110, sections 8.8 and 13.1
    var conditions: HTTPHeaders {
        var conditions = HTTPHeaders()
        if let tag = headers["ETag"], !tag.isEmpty { conditions["If-None-Match"] = tag }
        // A document that was changed in the second of the response can change again in that second.
        if let date = headers["Last-Modified"], !date.isEmpty, date != headers["Date"] { conditions["If-Modified-Since"] = date }
        return conditions
    }

    /// Whether a 304 (Not Modified) confirms this response, and not another one that the server knows.
    ///
    /// - SeeAlso: RFC 9111, section 4.3.4
    func isConfirmed(by head: ResponseHead) -> Bool {
        if let tag = head.headers["ETag"] {
            return headers["ETag"].map { Self.opaquePart(of: $0) == Self.opaquePart(of: tag) } ?? false
        }
        guard let date = head.headers["Last-Modified"], let own = headers["Last-Modified"] else { return true }
        return date == own
    }

    /// Whether two entries have the same content. Their times may differ.
    func hasContent(of other: CacheEntry) -> Bool {
        key == other.key && status == other.status && bodyBytes == other.bodyBytes && bodyHash == other.bodyHash
            && CacheHeaders.lasting(headers) == CacheHeaders.lasting(other.headers)
    }

    /// An entity tag without the prefix `W/` of weak tags.
    private static func opaquePart(of tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
}

// An entry is one line of JSON in front of the body. Its last member is the hash of everything before it in the line.
//
//     {"version":1,"key":"…","method":"GET","url":"…","status":200,"stored":1790000000.5,"headers":[["ETag","\"a\""]],
//      "bytes":"0000000000000042","body_sha256":"…","sha256":"…"}
//
// The length and hash of the body have a fixed width: the writer knows them only after the body, and overwrites their placeholders. The
// same is true of "masked", 0 or 1, which follows the hash of the body if the request had secrets.
extension CacheEntry {
    /// The limit for the line in bytes.
    static let maxLineBytes = 64 << 10
    private static let version = 1
    private static let lengthDigits = 16
    private static let hashMember = #","sha256":""#
    private static let lineEnd = #""}"#

    /// The line, with a line feed at its end.
    var line: [UInt8] {
        let digits = String(bodyBytes)
        var head: JSONObject = [
            "version": .number(JSONNumber(Self.version)), "key": .string(key.text), "method": .string(method),
            "url": .string(shownAddress), "status": .number(JSONNumber(status)), "stored": .number(JSONNumber(storedAt)),
            "headers": .array(headers.fields.map { .array([.string($0.name), .string($0.value)]) }),
            "bytes": .string(String(repeating: "0", count: max(0, Self.lengthDigits - digits.count)) + digits),
            "body_sha256": .string(bodyHash),
        ]
        if let isMasked { head["masked"] = .number(JSONNumber(isMasked ? 1 : 0)) }
        let start = Array(JSONValue.object(head).compactText.utf8.dropLast()) + Array(Self.hashMember.utf8)
        return start + Array("\(SHA256Hasher.hex(of: start))\(Self.lineEnd)\n".utf8)
    }

    /// Reads a line without its line feed.
    ///
    /// - Returns: nil if the line is damaged or has another version.
    init?(line: [UInt8]) {
        let tail = SHA256Hasher.digitCount + Self.lineEnd.utf8.count
        guard line.count > tail, line.suffix(Self.lineEnd.utf8.count).elementsEqual(Self.lineEnd.utf8) else { return nil }
        let start = line[..<(line.count - tail)]
        guard start.suffix(Self.hashMember.utf8.count).elementsEqual(Self.hashMember.utf8),
            line[start.endIndex...].prefix(SHA256Hasher.digitCount).elementsEqual(SHA256Hasher.hex(of: start).utf8),
            let head = try? JSONValue(parsing: line).decoded().object, head["version"]?.number?.int64 == Int64(Self.version),
            let key = head["key"]?.string.flatMap({ CacheKey(text: $0) }), let method = head["method"]?.string,
            let shownAddress = head["url"]?.string, let status = head["status"]?.number?.int64, (100...599).contains(status),
            let storedAt = head["stored"]?.number?.double, let headers = Self.headers(head["headers"]),
            let bodyBytes = head["bytes"]?.string.flatMap({ Int($0) }), bodyBytes >= 0, let bodyHash = head["body_sha256"]?.string
        else { return nil }
        self.init(
            key: key, method: method, shownAddress: shownAddress, status: Int(status), headers: headers, storedAt: storedAt,
            bodyBytes: bodyBytes, bodyHash: bodyHash, isMasked: head["masked"]?.number.map { $0.int64 != 0 })
    }

    /// The header fields in a list of pairs; nil for other values, and for control characters, which no response can contain.
    private static func headers(_ value: JSONValue?) -> HTTPHeaders? {
        guard let pairs = value?.array else { return nil }
        var headers = HTTPHeaders()
        for pair in pairs {
            guard let texts = pair.array?.map(\.string), texts.count == 2, let name = texts[0], let value = texts[1],
                !name.isEmpty, !(name + value).utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F })
            else { return nil }
            headers.append(name, value)
        }
        return headers
    }
}
