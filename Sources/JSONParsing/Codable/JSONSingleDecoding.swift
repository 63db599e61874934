/// A value that a type takes as a whole.
struct JSONSingleDecoding: SingleValueDecodingContainer {
    let decoder: JSONValueDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.value.isNull }
    func decode<Wanted: Decodable>(_ type: Wanted.Type) throws -> Wanted { try decoder.decode(type) }
}
