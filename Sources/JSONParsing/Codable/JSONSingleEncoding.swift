/// A value that a type gives as a whole.
struct JSONSingleEncoding: SingleValueEncodingContainer {
    let encoder: JSONValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil() { encoder.slot.become(.null) }
    mutating func encode<Content: Encodable>(_ value: Content) throws { try encoder.encode(value) }
}
