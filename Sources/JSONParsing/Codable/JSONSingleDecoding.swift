/// Decodes a value as a single type, without keys or elements.
struct JSONSingleDecoding: SingleValueDecodingContainer {
    let decoder: JSONValueDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.value.isNull }
    func decode<Wanted: Decodable>(_ type: Wanted.Type) throws -> Wanted { try decoder.decode(type) }
}
