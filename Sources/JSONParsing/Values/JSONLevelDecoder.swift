/// Decodes one level of a large array or object in pieces, so that a caller can stop in between.
package struct JSONLevelDecoder {
    private let text: JSONText
    private let isObject: Bool
    private var cursor: JSONCursor
    private var elements: [JSONValue] = []
    private var object = JSONObject()

    /// - Returns: nil if the value is no array or object.
    package init?(_ text: JSONText) {
        guard text.kind == .array || text.kind == .object else { return nil }
        self.text = text
        isObject = text.kind == .object
        cursor = JSONCursor(inside: text)
    }

    /// The value with the children decoded so far.
    package var partial: JSONValue { isObject ? .object(object) : .array(elements) }

    /// Decodes further children.
    ///
    /// - Parameter count: How many at most.
    /// - Returns: The whole value; nil if it has more children.
    /// - Throws: ``JSONError`` as ``JSONValue/decoded()`` does.
    package mutating func decode(_ count: Int) throws(JSONError) -> JSONValue? {
        let text = self.text
        let bytes = text.bytes.span
        for _ in 0..<count {
            if isObject {
                guard let (key, value) = cursor.nextMember(in: bytes) else { return partial }
                let name = try text.string(in: key.range)
                let isNew = object.append(.text(text.subvalue(at: value)), for: name)
                if !isNew, !text.lastKeyWins { throw JSONError(.duplicateKey(name), offset: key.start - text.start) }
            } else {
                guard let element = cursor.nextValue(in: bytes) else { return partial }
                elements.append(.text(text.subvalue(at: element)))
            }
        }
        return nil
    }
}

extension JSONText {
    /// Whether two texts are the same place in the same buffer.
    package func isSamePlace(as other: JSONText) -> Bool {
        start == other.start && count == other.count && bufferAddress == other.bufferAddress
    }

    private var bufferAddress: UInt { unsafe bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
}
