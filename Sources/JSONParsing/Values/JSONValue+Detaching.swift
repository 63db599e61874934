extension JSONValue {
    /// The value in a buffer of its own, without white space between tokens: for who holds values long, so that they do not keep what
    /// else was read with them.
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
