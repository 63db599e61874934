/// Makes a value of `Encodable` types.
struct JSONValueEncoder: Encoder {
    /// Where the value goes. A class, because the containers that a type asks for fill it in turns.
    let slot: JSONEncodingSlot
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        slot.becomeObject()
        return KeyedEncodingContainer(JSONKeyedEncoding(slot: slot, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        slot.becomeArray()
        return JSONUnkeyedEncoding(slot: slot, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { JSONSingleEncoding(encoder: self) }

    func encode<Content: Encodable>(_ content: Content) throws {
        if let primitive = content as? any JSONPrimitive {
            guard let value = primitive.json else { throw JSONCodingError("\(content) has no form in JSON", at: codingPath) }
            slot.become(value)
        } else {
            try content.encode(to: self)
        }
    }
}
