extension JSONValue {
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
    fileprivate func detached() -> JSONText {
        var writer = JSONWriter(capacity: count)
        writer.write(self)
        return JSONText(checked: writer.bytes, range: 0..<writer.bytes.count, lastKeyWins: lastKeyWins)
    }
}
