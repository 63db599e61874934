/// Decodes the members of an object by key.
struct JSONKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
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
