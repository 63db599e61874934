/// Decodes the elements of an array in order.
struct JSONUnkeyedDecoding: UnkeyedDecodingContainer {
    let elements: [JSONValue]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    init(elements: [JSONValue], codingPath: [any CodingKey]) {
        self.elements = elements
        self.codingPath = codingPath
    }

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    mutating func decodeNil() throws -> Bool {
        let isNull = try current().value.isNull
        if isNull { currentIndex += 1 }
        return isNull
    }

    mutating func decode<Wanted: Decodable>(_ type: Wanted.Type) throws -> Wanted { try next { try $0.decode(type) } }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        try next { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next { try $0.unkeyedContainer() } }

    mutating func superDecoder() throws -> any Decoder { try next { $0 } }

    private mutating func next<Result>(_ body: (JSONValueDecoder) throws -> Result) throws -> Result {
        let result = try body(current())
        currentIndex += 1
        return result
    }

    private func current() throws(JSONCodingError) -> JSONValueDecoder {
        let path = codingPath + [JSONCodingStep.index(currentIndex)]
        guard !isAtEnd else { throw JSONCodingError("missing: the array has \(elements.count) elements", at: path) }
        return JSONValueDecoder(value: elements[currentIndex], codingPath: path)
    }
}
