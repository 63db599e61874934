/// Serializes JSON values as UTF-8.
public struct JSONWriter {
    /// The output. A caller that streams it removes each piece that it has passed on.
    public var bytes: [UInt8]
    private let indent: Int?
    private let level: Int

    /// Makes a writer.
    ///
    /// - Parameters:
    ///   - indent: Spaces per level, with the limits of ``JSONIndenter``; nil for compact output.
    ///   - level: The depth of the values in the surrounding output, in levels.
    ///   - buffer: The buffer to append to.
    public init(indent: Int? = nil, level: Int = 0, appendingTo buffer: [UInt8] = []) {
        self.indent = indent
        self.level = level
        bytes = buffer
    }

    /// Makes a writer with compact output.
    ///
    /// - Parameter capacity: The memory to reserve, in bytes.
    package init(capacity: Int) {
        self.init()
        bytes.reserveCapacity(capacity)
    }

    /// Appends a value. Undecoded values keep their original text; only the white space between tokens changes.
    public mutating func write(_ value: borrowing JSONValue) {
        guard let indent else { return writeCompact(value) }
        var compact = JSONWriter()
        compact.writeCompact(value)
        var indenter = JSONIndenter(checked: compact.bytes, range: 0..<compact.bytes.count, indent: indent, level: level)
        _ = indenter.write(into: &bytes)
    }

    private mutating func writeCompact(_ value: borrowing JSONValue) {
        switch value {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
        case .number(let number): bytes.append(contentsOf: number.text.utf8)
        case .string(let string): write(string)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            let elements = elements.span
            for index in elements.indices {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                writeCompact(elements[index])
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            // A span borrows the members; the array's own subscript would retain each one.
            let members = object.members.span
            if writeFlatObject(members) { return }
            bytes.append(UInt8(ascii: "{"))
            for index in members.indices {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(members[index].key)
                bytes.append(UInt8(ascii: ":"))
                writeCompact(members[index].value)
            }
            bytes.append(UInt8(ascii: "}"))
        case .text(let text): writeCompact(text)
        }
    }

    /// Appends an undecoded value.
    package mutating func write(_ text: JSONText) {
        guard let indent else { return writeCompact(text) }
        var indenter = JSONIndenter(text, indent: indent, level: level)
        _ = indenter.write(into: &bytes)
    }

    private mutating func writeCompact(_ text: JSONText) {
        if text.hasWhitespace {
            text.appendCompact(to: &bytes)
        } else {
            appendBytes(text.bytes.span, text.range, to: &bytes)
        }
    }

    /// Appends a string in quotation marks with the escapes that RFC 8259, section 7 requires, and no others.
    public mutating func write(_ string: String) {
        let utf8 = string.utf8
        let span = utf8.span
        bytes.makeRoom(for: span.count + 2)
        bytes.append(UInt8(ascii: "\""))
        writeEscaped(span)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends bytes of a string with the same escapes, but without quotation marks.
    @inline(__always)
    package mutating func writeEscaped(_ span: Span<UInt8>) {
        var position = 0
        while position < span.count {
            let end = min(position + Self.pieceBytes, span.count)
            let room = OutputSpan.maxEscapeBytes * (end - position)
            bytes.makeRoom(for: room)
            bytes.append(addingCapacity: room) { $0.appendEscaped(span.extracting(position..<end)) }
            position = end
        }
    }

    /// The length of the pieces that a string is escaped in, in bytes. It bounds the memory reserved for the worst case, a piece of
    /// escapes only.
    static let pieceBytes = 1 << 10

    /// Appends a byte between values, such as a line break. The caller ensures that the output stays valid.
    public mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }
}
