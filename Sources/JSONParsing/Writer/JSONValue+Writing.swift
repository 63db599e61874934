extension JSONValue {
    /// The value as JSON without white space.
    public var compactText: String {
        var writer = JSONWriter()
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Copies the value to its own buffer, without white space between tokens. Callers that keep values for long use it to release the
    /// shared buffer.
    package func detached() -> JSONValue {
        switch self {
        case .text(let text): .text(text.detached())
        case .array(let elements): .array(elements.map { $0.detached() })
        case .object(let object): .object(object.detached())
        case .null, .bool, .number, .string: self
        }
    }
}

extension JSONText {
    /// Serializes a value. An undecoded value is shared, not copied.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - maxBytes: The limit of the text in bytes, for values that stages have changed.
    /// - Throws: ``JSONError/Reason/tooLarge(limit:)``.
    public init(_ value: JSONValue, maxBytes: Int = JSONLimits.maxSupportedValueBytes) throws(JSONError) {
        if case .text(let text) = value {
            self = text
        } else {
            var writer = JSONWriter(capacity: value.approximateByteCount)
            writer.write(value)
            guard writer.bytes.count <= maxBytes else { throw JSONError(.tooLarge(limit: maxBytes), offset: maxBytes) }
            self.init(checked: writer.bytes, range: 0..<writer.bytes.count)
        }
    }

    fileprivate func detached() -> JSONText {
        var writer = JSONWriter(capacity: count)
        writer.write(self)
        return JSONText(checked: writer.bytes, range: 0..<writer.bytes.count, lastKeyWins: lastKeyWins)
    }
}
