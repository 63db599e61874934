/// Encodes a type as a single value, without keys or elements.
struct JSONSingleEncoding: SingleValueEncodingContainer {
    let encoder: JSONValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil() { encoder.slot.set(.null) }
    mutating func encode<Content: Encodable>(_ value: Content) throws { try encoder.encode(value) }
}
