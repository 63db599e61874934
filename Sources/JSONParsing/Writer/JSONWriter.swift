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

extension JSONWriter {
    /// Fast path for an object whose values are undecoded, numbers or short strings.
    ///
    /// Reserves memory once, for the worst case, and then only copies bytes. The compiler can thus omit a retain and release per
    /// member.
    ///
    /// - Returns: false if the object has other values; nothing is written then.
    mutating func writeFlatObject(_ members: Span<JSONObject.Member>) -> Bool {
        var room = 2
        for place in members.indices {
            let undecoded = members[place].value.undecodedByteCount
            let keyBytes = members[place].key.utf8.count
            guard keyBytes <= Self.pieceBytes, let value = undecoded > 0 ? undecoded : Self.maxByteCount(of: members, at: place) else {
                return false
            }
            room &+= value &+ OutputSpan.maxEscapeBytes &* keyBytes &+ 4
        }
        bytes.makeRoom(for: room)
        bytes.append(addingCapacity: room) { output in
            output.append(UInt8(ascii: "{"))
            for place in members.indices {
                if place > 0 { output.append(UInt8(ascii: ",")) }
                output.appendQuoted(members[place].key.utf8.span)
                output.append(UInt8(ascii: ":"))
                switch members[place].value {
                case .null: output.append("null".utf8.span)
                case .bool(let bool): output.append((bool ? "true" : "false").utf8.span)
                case .number(let number): output.append(number.text.utf8.span)
                case .string(let string): output.appendQuoted(string.utf8.span)
                case .text(let text):
                    if text.hasWhitespace { text.appendCompact(to: &output) } else { output.append(text.bytes.span, text.range) }
                case .array, .object: break
                }
            }
            output.append(UInt8(ascii: "}"))
        }
        return true
    }

    /// Returns an upper bound of the value's length in bytes; nil for a decoded array or object or a long string.
    private static func maxByteCount(of members: Span<JSONObject.Member>, at place: Int) -> Int? {
        switch members[place].value {
        case .null, .bool: 5
        case .number(let number): number.maxTextBytes
        case .string(let string): string.utf8.count <= pieceBytes ? OutputSpan.maxEscapeBytes * string.utf8.count + 2 : nil
        case .text(let text): text.count
        case .array, .object: nil
        }
    }
}

extension OutputSpan<UInt8> {
    /// The length of the longest escape: `\u0000`.
    static var maxEscapeBytes: Int { 6 }

    /// Appends the characters of a string with the escapes that RFC 8259, section 7 requires, and no others.
    ///
    /// - Parameter utf8: The string. This span must have room for ``maxEscapeBytes`` per byte.
    mutating func appendEscaped(_ utf8: Span<UInt8>) {
        var position = 0
        while true {
            let plainEnd = firstByteToEscape(from: position, in: utf8)
            append(utf8, position..<plainEnd)
            guard plainEnd < utf8.count else { return }
            appendEscape(of: utf8[plainEnd])
            position = plainEnd &+ 1
        }
    }

    /// Appends an escaped string in quotation marks.
    @inline(__always)
    mutating func appendQuoted(_ utf8: Span<UInt8>) {
        append(UInt8(ascii: "\""))
        appendEscaped(utf8)
        append(UInt8(ascii: "\""))
    }

    private mutating func appendEscape(of byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
        case 0x08: append(UInt8(ascii: "b"))
        case 0x09: append(UInt8(ascii: "t"))
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0C: append(UInt8(ascii: "f"))
        case 0x0D: append(UInt8(ascii: "r"))
        default:
            append("u00".utf8.span)
            for digit in [byte >> 4, byte & 15] {
                append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
    }
}
