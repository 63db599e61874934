/// Encodes values as elements of an array, in order.
struct JSONUnkeyedEncoding: UnkeyedEncodingContainer {
    let slot: JSONEncodingSlot
    let codingPath: [any CodingKey]

    var count: Int { slot.count }

    mutating func encodeNil() { slot.element().set(.null) }

    mutating func encode<Content: Encodable>(_ value: Content) throws { try encoder().encode(value) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        encoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { encoder() }

    private func encoder() -> JSONValueEncoder {
        let path = codingPath + [JSONCodingStep.index(slot.count)]
        return JSONValueEncoder(slot: slot.element(), codingPath: path)
    }
}
