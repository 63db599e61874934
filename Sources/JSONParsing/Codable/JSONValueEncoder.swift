/// Encodes an `Encodable` type into a slot.
struct JSONValueEncoder: Encoder {
    /// Receives the encoded value.
    let slot: JSONEncodingSlot
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        slot.beginObject()
        return KeyedEncodingContainer(JSONKeyedEncoding(slot: slot, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        slot.beginArray()
        return JSONUnkeyedEncoding(slot: slot, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { JSONSingleEncoding(encoder: self) }

    func encode<Content: Encodable>(_ content: Content) throws {
        if let primitive = content as? any JSONPrimitive {
            guard let value = primitive.json else { throw JSONCodingError("\(content) has no form in JSON", at: codingPath) }
            slot.set(value)
        } else {
            try content.encode(to: self)
        }
    }
}
