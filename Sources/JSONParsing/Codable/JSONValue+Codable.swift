extension JSONValue {
    /// Makes a type of this value.
    ///
    /// - Parameter type: What to make. Members that it does not ask for are passed over, numbers have to fit exactly.
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
            located.position = JSONPosition(offset: Self.offset(of: error.path, in: bytes), in: bytes)
            throw located
        }
    }

    private static func offset(of path: String, in bytes: [UInt8]) -> Int {
        do throws(JSONError) {
            return try JSONSyntax(parsing: bytes, maxDepth: JSONLimits.standard.maxDepth).offset(of: path)
        } catch {
            return error.offset  // a string that cannot be decoded
        }
    }

    /// Makes a value of a type.
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
        encoder.slot.content = .value(self)
    }
}

extension JSONSyntax {
    /// Where the value at a path stands, or the last one on the way to it that is there.
    ///
    /// - Parameter path: As ``JSONCodingError/path`` has it.
    func offset(of path: String) -> Int {
        var place = self
        var rest = Substring(path == "." ? "" : path)
        search: while !rest.isEmpty {
            switch place.content {
            case .object(let members):
                // A key may hold any character: the longest one that fits is the right one.
                let fitting = members.filter { rest.hasPrefix("." + $0.key) }.max { $0.key.utf8.count < $1.key.utf8.count }
                guard let fitting else { break search }
                rest = rest.dropFirst(fitting.key.count + 1)
                place = fitting.value
            case .array(let elements):
                guard let end = rest.firstIndex(of: "]"), let index = Int(rest[..<end].dropFirst()), elements.indices.contains(index)
                else { break search }
                rest = rest[rest.index(after: end)...]
                place = elements[index]
            default:
                break search
            }
        }
        return place.range.lowerBound
    }
}
