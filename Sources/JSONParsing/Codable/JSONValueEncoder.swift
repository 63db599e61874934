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
            slot.content = .value(value)
        } else {
            try content.encode(to: self)
        }
    }
}

/// A value that is being put together. Shared by the containers that fill it, and so a class.
final class JSONEncodingSlot {
    enum Content {
        case value(JSONValue)
        case array([JSONEncodingSlot])
        case object([(key: String, slot: JSONEncodingSlot)])
    }

    /// A type that encodes nothing becomes an empty object.
    var content = Content.object([])

    func becomeObject() {
        if case .object = content { return }
        content = .object([])
    }

    func becomeArray() {
        if case .array = content { return }
        content = .array([])
    }

    func member(_ key: String) -> JSONEncodingSlot {
        let slot = JSONEncodingSlot()
        guard case .object(var members) = content else { return slot }
        members.removeAll { $0.key == key }
        members.append((key, slot))
        content = .object(members)
        return slot
    }

    func element() -> JSONEncodingSlot {
        let slot = JSONEncodingSlot()
        guard case .array(var elements) = content else { return slot }
        elements.append(slot)
        content = .array(elements)
        return slot
    }

    var count: Int {
        guard case .array(let elements) = content else { return 0 }
        return elements.count
    }

    var value: JSONValue {
        switch content {
        case .value(let value): value
        case .array(let elements): .array(elements.map(\.value))
        case .object(let members): .object(JSONObject(members.map { ($0.key, $0.slot.value) }))
        }
    }
}

struct JSONSingleEncoding: SingleValueEncodingContainer {
    let encoder: JSONValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil() { encoder.slot.content = .value(.null) }
    mutating func encode<Content: Encodable>(_ value: Content) throws { try encoder.encode(value) }
}
