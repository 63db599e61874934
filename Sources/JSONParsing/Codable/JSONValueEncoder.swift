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

/// Encodes properties as members of an object.
private struct JSONKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
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

/// Encodes values as elements of an array, in order.
private struct JSONUnkeyedEncoding: UnkeyedEncodingContainer {
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

/// Encodes a type as a single value, without keys or elements.
private struct JSONSingleEncoding: SingleValueEncodingContainer {
    let encoder: JSONValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil() { encoder.slot.set(.null) }
    mutating func encode<Content: Encodable>(_ value: Content) throws { try encoder.encode(value) }
}

/// A value under construction. A class, because several encoding containers fill the same value.
///
/// Elements and members are separate properties: an array inside an enum would be copied at each append.
final class JSONEncodingSlot {
    private enum Kind {
        case value(JSONValue)
        case array, object
    }

    /// An object by default, so that a type without encoded properties becomes `{}`.
    private var kind = Kind.object
    private var elements: [JSONEncodingSlot] = []
    private var members: [(key: String, slot: JSONEncodingSlot)] = []

    func set(_ value: JSONValue) { kind = .value(value) }

    func beginObject() {
        if case .object = kind { return }
        kind = .object
        members.removeAll()
    }

    func beginArray() {
        if case .array = kind { return }
        kind = .array
        elements.removeAll()
    }

    /// Adds a member and returns its slot. If a key is added twice, the last value replaces the first one in its position.
    func member(_ key: String) -> JSONEncodingSlot {
        let slot = JSONEncodingSlot()
        members.append((key, slot))
        return slot
    }

    /// Adds an element and returns its slot.
    func element() -> JSONEncodingSlot {
        let slot = JSONEncodingSlot()
        elements.append(slot)
        return slot
    }

    /// The number of elements.
    var count: Int { elements.count }

    var value: JSONValue {
        switch kind {
        case .value(let value): value
        case .array: .array(elements.map(\.value))
        case .object: .object(JSONObject(members.lazy.map { ($0.key, $0.slot.value) }))
        }
    }
}
