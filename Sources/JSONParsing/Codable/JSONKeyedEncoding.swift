/// Encodes properties as members of an object.
struct JSONKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let slot: JSONEncodingSlot
    let codingPath: [any CodingKey]

    mutating func encodeNil(forKey key: Key) { slot.member(key.stringValue).set(.null) }

    mutating func encode<Content: Encodable>(_ value: Content, forKey key: Key) throws { try encoder(for: key).encode(value) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        encoder(for: key).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(for: key).unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { encoder(for: JSONCodingStep.name("super")) }

    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(for: key) }

    private func encoder(for key: some CodingKey) -> JSONValueEncoder {
        JSONValueEncoder(slot: slot.member(key.stringValue), codingPath: codingPath + [key])
    }
}
