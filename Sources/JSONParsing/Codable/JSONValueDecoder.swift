/// Decodes a value as a `Decodable` type, one level at a time. Members that the type does not request stay undecoded.
struct JSONValueDecoder: Decoder {
    let value: JSONValue
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let object) = try decoded() else { throw mismatch("an object") }
        return KeyedDecodingContainer(JSONKeyedDecoding(object: object, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = try decoded() else { throw mismatch("an array") }
        return JSONUnkeyedDecoding(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { JSONSingleDecoding(decoder: self) }

    func decode<Wanted: Decodable>(_ type: Wanted.Type) throws -> Wanted {
        guard let primitive = type as? any JSONPrimitive.Type else { return try Wanted(from: self) }
        guard let made = primitive.init(json: try decoded()) as? Wanted else { throw mismatch(primitive.expectation) }
        return made
    }

    private func decoded() throws(JSONCodingError) -> JSONValue {
        do throws(JSONError) {
            return try value.decoded()
        } catch {
            throw JSONCodingError(error.message, at: codingPath, offset: error.offset)
        }
    }

    private func mismatch(_ expectation: String) -> JSONCodingError {
        let found =
            switch value.kind {
            case .null: "null"
            case .array, .object: "an \(value.kind.rawValue)"
            case .number: "the number \(value.compactText)"
            default: "a \(value.kind.rawValue)"
            }
        return JSONCodingError("expected \(expectation), found \(found)", at: codingPath)
    }
}
