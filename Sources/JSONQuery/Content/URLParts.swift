import JSONParsing

/// The parts of an absolute URL as an object.
///
/// - SeeAlso: [RFC 3986, section 3](https://www.rfc-editor.org/rfc/rfc3986#section-3)
struct URLParts {
    /// Schemes whose URLs always name a host.
    private static let hostSchemes: Set<String> = ["http", "https", "ws", "wss", "ftp"]
    private static let maxPort = 65_535

    private let reference: URLReference
    private let scheme: String
    private let text: String

    /// - Throws: ``QueryRuntimeError`` if the text is no absolute URL.
    init(_ text: String, _ budget: QueryBudget) throws {
        self.text = text
        for (place, byte) in text.utf8.enumerated() {
            try budget.chargeBlock(at: place)
            // Others that RFC 3986 excludes stand in URLs that work.
            if byte <= 0x20 || byte == 0x7F || "<>\"\\".utf8.contains(byte) {
                throw Self.failure(text, "it has a character that must be encoded")
            }
        }
        reference = URLReference(text)
        guard let scheme = reference.scheme else {
            throw Self.failure(text, "it has no scheme; url_join(base) makes a relative one absolute")
        }
        self.scheme = scheme.lowercased()
    }

    private static func failure(_ text: String, _ reason: String) -> QueryRuntimeError {
        QueryRuntimeError("\(ValueText.described(.string(text))) is no URL: \(reason)")
    }

    /// `scheme`, `user`, `host`, `port`, `path`, `query` and `fragment`; null where the URL has none.
    func object(_ budget: QueryBudget) throws -> JSONObject {
        var object = JSONObject()
        let (user, host, port) = try authority(budget)
        object["scheme"] = .string(scheme)
        object["user"] = user
        object["host"] = host
        object["port"] = port
        object["path"] = .string(String(reference.path))
        object["query"] = .object(try query(budget))
        object["fragment"] = try reference.fragment.map { .string(try Self.decoded($0, budget)) } ?? .null
        return object
    }

    private func authority(_ budget: QueryBudget) throws -> (user: JSONValue, host: JSONValue, port: JSONValue) {
        let needsHost = Self.hostSchemes.contains(scheme)
        guard let authority = reference.authority else {
            if needsHost { throw Self.failure(text, "it has no host") }
            return (.null, .null, .null)
        }
        let at = authority.utf8.lastIndex(of: UInt8(ascii: "@"))
        let user = try at.map { JSONValue.string(try Self.decoded(authority[..<$0], budget)) } ?? .null
        let server = at.map { authority[authority.utf8.index(after: $0)...] } ?? authority
        let isLiteral = server.utf8.first == UInt8(ascii: "[")
        let end =
            isLiteral
            ? server.utf8.firstIndex(of: UInt8(ascii: "]")).map { server.utf8.index(after: $0) } ?? server.endIndex
            : server.utf8.firstIndex(of: UInt8(ascii: ":")) ?? server.endIndex
        let host = server[..<end]
        guard isLiteral ? Self.isAddress(host) : Self.isName(host), !needsHost || !host.isEmpty else {
            throw Self.failure(text, host.isEmpty ? "it has no host" : "its host is wrong")
        }
        let port = server[end...]
        let digits = port.utf8.dropFirst()
        guard port.isEmpty || port.utf8.first == UInt8(ascii: ":") && digits.allSatisfy(Lexer.isDigit),
            digits.isEmpty || Int(Substring(digits)).map({ $0 <= Self.maxPort }) == true
        else { throw Self.failure(text, "its port is wrong") }
        return (
            user, .string(host.lowercased()), Int(Substring(digits)).map { .number(JSONNumber($0)) } ?? .null
        )
    }

    /// An IPv6 address in brackets.
    private static func isAddress(_ host: Substring) -> Bool {
        host.utf8.count > 3 && host.utf8.last == UInt8(ascii: "]") && host.utf8.contains(UInt8(ascii: ":"))
            && host.utf8.dropFirst().dropLast().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit || ":.%".utf8.contains($0) }
    }

    private static func isName(_ host: Substring) -> Bool {
        host.utf8.allSatisfy { $0 >= 0x80 || Lexer.isDigit($0) || Lexer.startsName($0) || "-.~%!$&'()*+,;=".utf8.contains($0) }
    }

    /// The parameters by name, decoded as forms encode them. A name that occurs several times has an array.
    private func query(_ budget: QueryBudget) throws -> JSONObject {
        var object = JSONObject()
        // Its keys differ by their bytes; those of a dictionary are equal if Unicode calls them equal.
        var places = JSONObject()
        var values: [(name: String, values: [JSONValue])] = []
        for item in (reference.query ?? "").utf8.split(separator: UInt8(ascii: "&")) {
            try budget.steps(4)
            let name = Substring(item.prefix { $0 != UInt8(ascii: "=") })
            let value = JSONValue.string(try Self.decoded(Substring(item.dropFirst(name.utf8.count + 1)), isForm: true, budget))
            let key = try Self.decoded(name, isForm: true, budget)
            try budget.allocate(MemorySize.array(1) + MemorySize.string(key.utf8.count) + MemorySize.ofTop(value))
            if let place = places[key]?.number?.int64.map({ Int($0) }) {
                values[place].values.append(value)
            } else {
                places.appendNew(.number(JSONNumber(values.count)), for: key)
                values.append((key, [value]))
            }
        }
        for (name, values) in values { object.appendNew(values.count == 1 ? values[0] : .array(values), for: name) }
        return object
    }

    /// The text with `%XX` decoded. A `%` without two digits stays, as in browsers, and bytes that are not UTF-8 become U+FFFD.
    private static func decoded(_ text: Substring, isForm: Bool = false, _ budget: QueryBudget) throws -> String {
        var output = try TextBuilder(budget, expecting: text.utf8.count)
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let code = PercentEncoding.byte(ofDigits: rest.prefix(2)) {
                try output.append(code)
                rest = rest.dropFirst(2)
            } else {
                try output.append(isForm && byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return try output.finish()
    }
}

/// Percent-encoding (RFC 3986, section 2.1). The run is charged while the output grows, which a function of another target cannot do.
enum PercentEncoding {
    static func encoded(_ text: String, _ budget: QueryBudget) throws -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let utf8 = text.utf8
        let bytes = utf8.span
        var output = try TextBuilder(budget, expecting: bytes.count)
        for place in bytes.indices {
            let byte = bytes[place]
            if Lexer.isDigit(byte) || Lexer.startsName(byte) || "-.~".utf8.contains(byte) {
                try output.append(byte)
            } else {
                try output.append(UInt8(ascii: "%"))
                try output.append(digits[Int(byte >> 4)])
                try output.append(digits[Int(byte & 15)])
            }
        }
        return try output.finish()
    }

    static func decoded(_ text: String, _ value: JSONValue, _ budget: QueryBudget) throws -> String {
        let failure = QueryRuntimeError("\(ValueText.described(value)) is not a valid uri encoding")
        let utf8 = text.utf8
        let bytes = utf8.span
        var output = try TextBuilder(budget, expecting: bytes.count / 3)
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            guard byte == UInt8(ascii: "%") else {
                try output.append(byte)
                place += 1
                continue
            }
            guard place + 2 < bytes.count, let high = hexadecimalValue(bytes[place + 1]), let low = hexadecimalValue(bytes[place + 2])
            else { throw failure }
            try output.append(high << 4 | low)
            place += 3
        }
        guard let string = try output.finishIfValid() else { throw failure }
        return string
    }

    /// The value of two hexadecimal digits; nil for others, or if there is only one.
    static func byte(ofDigits digits: Substring.UTF8View) -> UInt8? {
        guard digits.count == 2, let first = digits.first, let last = digits.last, let high = hexadecimalValue(first),
            let low = hexadecimalValue(last)
        else { return nil }
        return high << 4 | low
    }

    private static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
