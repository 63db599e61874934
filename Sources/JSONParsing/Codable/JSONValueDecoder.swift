/// Decodes a value as a `Decodable` type, one level at a time. Members that the type does not request stay undecoded.
struct JSONValueDecoder: Decoder {
    let value: JSONValue
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let object) = try decoded() else { throw mismatch("an object") }
        return KeyedDecodingContainer(JSONKeyedDecoding(object: object, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = try decoded() else { throw mismatch("an array") }
        return JSONUnkeyedDecoding(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { JSONSingleDecoding(decoder: self) }

    func decode<Wanted: Decodable>(_ type: Wanted.Type) throws -> Wanted {
        guard let primitive = type as? any JSONPrimitive.Type else { return try Wanted(from: self) }
        guard let made = primitive.init(json: try decoded()) as? Wanted else { throw mismatch(primitive.expectation) }
        return made
    }

    private func decoded() throws(JSONCodingError) -> JSONValue {
        do throws(JSONError) {
            return try value.decoded()
        } catch {
            throw JSONCodingError(error.message, at: codingPath, offset: error.offset)
        }
    }

    private func mismatch(_ expectation: String) -> JSONCodingError {
        let found =
            switch value.kind {
            case .null: "null"
            case .array, .object: "an \(value.kind.rawValue)"
            case .number: "the number \(value.compactText)"
            default: "a \(value.kind.rawValue)"
            }
        return JSONCodingError("expected \(expectation), found \(found)", at: codingPath)
    }
}

/// Decodes the members of an object by key.
private struct JSONKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let object: JSONObject
    let codingPath: [any CodingKey]

    var allKeys: [Key] { object.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(for: key).value.isNull }

    func decode<Wanted: Decodable>(_ type: Wanted.Type, forKey key: Key) throws -> Wanted { try decoder(for: key).decode(type) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        try decoder(for: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try decoder(for: key).unkeyedContainer() }

    func superDecoder() throws -> any Decoder {
        JSONValueDecoder(value: object["super"] ?? .null, codingPath: codingPath + [JSONCodingStep.name("super")])
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(for: key) }

    private func decoder(for key: Key) throws(JSONCodingError) -> JSONValueDecoder {
        guard let value = object[key.stringValue] else { throw JSONCodingError("missing", at: codingPath + [key]) }
        return JSONValueDecoder(value: value, codingPath: codingPath + [key])
    }
}

/// Decodes the elements of an array in order.
private struct JSONUnkeyedDecoding: UnkeyedDecodingContainer {
    let elements: [JSONValue]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    init(elements: [JSONValue], codingPath: [any CodingKey]) {
        self.elements = elements
        self.codingPath = codingPath
    }

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    mutating func decodeNil() throws -> Bool {
        let isNull = try current().value.isNull
        if isNull { currentIndex += 1 }
        return isNull
    }

    mutating func decode<Wanted: Decodable>(_ type: Wanted.Type) throws -> Wanted { try next { try $0.decode(type) } }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        try next { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next { try $0.unkeyedContainer() } }

    mutating func superDecoder() throws -> any Decoder { try next { $0 } }

    private mutating func next<Result>(_ body: (JSONValueDecoder) throws -> Result) throws -> Result {
        let result = try body(current())
        currentIndex += 1
        return result
    }

    private func current() throws(JSONCodingError) -> JSONValueDecoder {
        let path = codingPath + [JSONCodingStep.index(currentIndex)]
        guard !isAtEnd else { throw JSONCodingError("missing: the array has \(elements.count) elements", at: path) }
        return JSONValueDecoder(value: elements[currentIndex], codingPath: path)
    }
}

/// Decodes a value as a single type, without keys or elements.
private struct JSONSingleDecoding: SingleValueDecodingContainer {
    let decoder: JSONValueDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.value.isNull }
    func decode<Wanted: Decodable>(_ type: Wanted.Type) throws -> Wanted { try decoder.decode(type) }
}
