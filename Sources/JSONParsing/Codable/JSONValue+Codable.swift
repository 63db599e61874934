extension JSONValue {
    /// Decodes this value as a `Decodable` type, such as a struct with the fields that a stage reads:
    ///
    ///     struct Author: Codable {
    ///         var name: String
    ///         var posts: [String]?
    ///         /// A `JSONValue` keeps its original text, including the digits of numbers.
    ///         var extra: JSONValue?
    ///     }
    ///
    ///     func process(_ record: inout Record) throws -> Verdict {
    ///         var author = try record.value.decode(Author.self)  // or a field: record.get("author")?.decode()
    ///         author.name = author.name.uppercased()
    ///         try record.set("author", to: JSONValue(encoding: author))
    ///         return .keep
    ///     }
    ///
    /// An error thrown by `decode` rejects the record with a reason such as
    /// `.posts[2]: expected a string, found the number 7`. Members without a property are not decoded and cost little.
    ///
    /// - Parameter type: The type to decode. Members that the type lacks are ignored. Integers must fit exactly (`1.0` is 1);
    ///   floating-point types take the nearest value, if it is finite. Optional properties may be absent or null.
    /// - Throws: ``JSONCodingError`` with the path of the value that does not fit.
    public func decode<Wanted: Decodable>(_ type: Wanted.Type = Wanted.self) throws(JSONCodingError) -> Wanted {
        do {
            return try JSONValueDecoder(value: self, codingPath: []).decode(type)
        } catch {
            throw JSONCodingError(error)
        }
    }

    /// Parses a JSON text and decodes it as a `Decodable` type.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - bytes: One JSON text in UTF-8.
    /// - Throws: ``JSONCodingError`` with path, line and column of the syntax error or the value that does not fit.
    public static func decode<Wanted: Decodable>(
        _ type: Wanted.Type = Wanted.self, from bytes: [UInt8]
    ) throws(JSONCodingError) -> Wanted {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            var located = JSONCodingError(error)
            located.position = JSONPosition(offset: error.offset, in: bytes)
            throw located
        }
        do throws(JSONCodingError) {
            return try value.decode(type)
        } catch {
            var located = error
            let start = JSONPathLocator.offset(of: error.steps, in: bytes, limits: .standard)
            located.position = JSONPosition(offset: start + error.offset, in: bytes)
            throw located
        }
    }

    /// Encodes an `Encodable` type. Properties become members in the order in which they are encoded. A compiler-made
    /// `encode(to:)` leaves out properties that are nil.
    ///
    /// - Throws: ``JSONCodingError`` for a value that JSON cannot represent, such as an infinite number.
    public init<Content: Encodable>(encoding content: Content) throws(JSONCodingError) {
        let slot = JSONEncodingSlot()
        do {
            try JSONValueEncoder(slot: slot, codingPath: []).encode(content)
        } catch {
            throw JSONCodingError(error)
        }
        self = slot.value
    }
}

extension JSONValue: Codable {
    /// Copies the decoder's value unchanged. Works with ``decode(_:)`` only; other decoders hold no ``JSONValue``.
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? JSONValueDecoder else {
            throw JSONCodingError("a JSON value can be decoded by JSONValue.decode only", at: decoder.codingPath)
        }
        self = decoder.value
    }

    /// Passes this value unchanged to the encoder of ``init(encoding:)``. Other encoders cannot take it.
    public func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? JSONValueEncoder else {
            throw JSONCodingError("a JSON value can be encoded by JSONValue(encoding:) only", at: encoder.codingPath)
        }
        encoder.slot.set(self)
    }
}
