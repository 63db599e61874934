import JSONParsing
internal import WebAddresses

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
            // Other characters that RFC 3986 excludes occur in URLs that work.
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
        guard let authority = reference.server else {
            if needsHost { throw Self.failure(text, "it has no host") }
            return (.null, .null, .null)
        }
        let user = try authority.userInfo.map { JSONValue.string(try Self.decoded($0, budget)) } ?? .null
        let host = authority.host
        guard authority.hasValidHost, !needsHost || !host.isEmpty else {
            throw Self.failure(text, host.isEmpty ? "it has no host" : "its host is wrong")
        }
        let digits = authority.port ?? ""
        guard authority.hasValidPort, digits.isEmpty || Int(digits).map({ $0 <= Self.maxPort }) == true
        else { throw Self.failure(text, "its port is wrong") }
        return (user, .string(host.lowercased()), Int(digits).map { .number(JSONNumber($0)) } ?? .null)
    }

    /// The parameters by name, decoded as forms encode them. A name that occurs several times has an array.
    private func query(_ budget: QueryBudget) throws -> JSONObject {
        var object = JSONObject()
        // A JSON object compares keys by their bytes. A dictionary would compare them by canonical equivalence.
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
        let bytes = text.utf8.lazy.map { isForm && $0 == UInt8(ascii: "+") ? 0x20 : $0 }
        try PercentEncoding.decode(bytes) { try output.append($0) }
        return try output.finish()
    }
}
