extension JSONValue {
    /// Makes a type of this value, such as a struct of the fields that a stage works with:
    ///
    ///     struct Author: Codable {
    ///         var name: String
    ///         var posts: [String]?
    ///         /// What is not looked into stays as it was read, digits and all.
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
    /// An error thrown from there rejects the record with a reason such as
    /// `.posts[2]: expected a string, found the number 7`. What a type does not ask for is not decoded and costs little.
    ///
    /// - Parameter type: What to make. Members that it does not ask for are passed over. Integers have to fit exactly (`1.0` is 1);
    ///   floating-point types take the nearest value, if it is finite. Optional properties may be absent or null.
    /// - Throws: ``JSONCodingError`` with the path to what does not fit.
    public func decode<Wanted: Decodable>(_ type: Wanted.Type = Wanted.self) throws(JSONCodingError) -> Wanted {
        do {
            return try JSONValueDecoder(value: self, codingPath: []).decode(type)
        } catch {
            throw JSONCodingError(error)
        }
    }

    /// Makes a type of a JSON text.
    ///
    /// - Parameters:
    ///   - type: What to make.
    ///   - bytes: One JSON text in UTF-8.
    /// - Throws: ``JSONCodingError`` with path, line and column of what is no JSON or does not fit.
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
            let start = JSONPlaceFinder.offset(of: error.steps, in: bytes, limits: .standard)
            located.position = JSONPosition(offset: start + error.offset, in: bytes)
            throw located
        }
    }

    /// Makes a value of a type; its properties become members in the order in which they are encoded. What is nil is left out, if
    /// the type leaves it to the compiler.
    ///
    /// - Throws: ``JSONCodingError`` for what JSON cannot say, such as a number that is infinite.
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
    /// Takes a value over as it is. Other decoders than that of ``decode(_:)`` have no such value.
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? JSONValueDecoder else {
            throw JSONCodingError("a JSON value can be decoded by JSONValue.decode only", at: decoder.codingPath)
        }
        self = decoder.value
    }

    /// Hands a value on as it is, to the encoder of ``init(encoding:)``.
    public func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? JSONValueEncoder else {
            throw JSONCodingError("a JSON value can be encoded by JSONValue(encoding:) only", at: encoder.codingPath)
        }
        encoder.slot.become(self)
    }
}
