/// Writes JSON values as UTF-8 into a buffer.
public struct JSONWriter {
    /// What has been written.
    public private(set) var bytes: [UInt8]
    private let indent: Int?
    private var level: Int

    /// Makes a writer.
    ///
    /// - Parameters:
    ///   - indent: Spaces a level; nil writes no white space at all.
    ///   - level: How deep the values stand in what is written around them.
    ///   - buffer: Bytes to append to.
    public init(indent: Int? = nil, level: Int = 0, appendingTo buffer: [UInt8] = []) {
        self.indent = indent
        self.level = level
        bytes = buffer
    }

    /// Makes a writer without white space.
    ///
    /// - Parameter capacity: How many bytes to have room for at once.
    package init(capacity: Int) {
        self.init()
        bytes.reserveCapacity(capacity)
    }

    /// Appends a value. What was never decoded is copied as it was read, without the white space between tokens, if no indent is set.
    public mutating func write(_ value: borrowing JSONValue) {
        switch value {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
        case .number(let number): bytes.append(contentsOf: number.text.utf8)
        case .string(let string): write(string)
        case .array(let elements):
            beginContainer(UInt8(ascii: "["))
            let elements = elements.span
            for index in elements.indices {
                beginElement(index)
                write(elements[index])
            }
            endContainer(UInt8(ascii: "]"), isEmpty: elements.isEmpty)
        case .object(let object):
            beginContainer(UInt8(ascii: "{"))
            // Through a span, which lends the members; what an array gives out is counted as one owner more.
            let members = object.members.span
            for index in members.indices {
                beginElement(index)
                write(members[index].key)
                bytes.append(UInt8(ascii: ":"))
                if indent != nil { bytes.append(UInt8(ascii: " ")) }
                write(members[index].value)
            }
            endContainer(UInt8(ascii: "}"), isEmpty: object.isEmpty)
        case .text(let text): write(text)
        }
    }

    /// Appends a value that was never decoded.
    package mutating func write(_ text: JSONText) {
        if indent != nil, text.kind == .array || text.kind == .object {
            JSONText.writePretty(text, level: level, indent: indent ?? 0, into: &bytes)
        } else if text.isLoose {
            text.appendCompact(to: &bytes)
        } else {
            appendBytes(text.bytes.span, text.range, to: &bytes)
        }
    }

    /// Appends a string in quotation marks, with the escapes that RFC 8259, section 7 asks for and no others.
    public mutating func write(_ string: String) {
        var string = string
        string.withUTF8 { (utf8: UnsafeBufferPointer<UInt8>) in
            let span = unsafe utf8.span
            var plainEnd = endOfUnescapedRun(from: 0, in: span)
            // Names and many values: room is made once.
            if plainEnd == span.count { return appendQuoted(span) }
            bytes.append(UInt8(ascii: "\""))
            var position = 0
            while true {
                appendBytes(span, position..<plainEnd, to: &bytes)
                guard plainEnd < span.count else { break }
                appendEscape(of: span[plainEnd])
                position = plainEnd + 1
                plainEnd = endOfUnescapedRun(from: position, in: span)
            }
            bytes.append(UInt8(ascii: "\""))
        }
    }

    private mutating func appendQuoted(_ utf8: Span<UInt8>) {
        bytes.makeRoom(for: utf8.count + 2)
        bytes.append(addingCapacity: utf8.count + 2) { output in
            output.append(UInt8(ascii: "\""))
            output.append(utf8, 0..<utf8.count)
            output.append(UInt8(ascii: "\""))
        }
    }

    /// Forgets what has been written, and keeps the room for it.
    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Appends bytes that are known to be right, such as a line break between records.
    public mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }

    private mutating func appendEscape(of byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            bytes.append(contentsOf: "u00".utf8)
            for digit in [byte >> 4, byte & 15] {
                bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
            }
        }
    }

    private mutating func beginContainer(_ bracket: UInt8) {
        bytes.append(bracket)
        level += 1
    }

    private mutating func beginElement(_ index: Int) {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        if let indent { appendLineBreak(spaces: level * indent) }
    }

    private mutating func endContainer(_ bracket: UInt8, isEmpty: Bool) {
        level -= 1
        if let indent, !isEmpty { appendLineBreak(spaces: level * indent) }
        bytes.append(bracket)
    }

    private mutating func appendLineBreak(spaces: Int) {
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: spaces))
    }
}
