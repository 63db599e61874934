/// Writes a checked JSON text over several lines, a piece at a time: without decoding it, without recursion, and with a bound on what
/// becomes of each byte.
public struct JSONIndenter: Sendable {
    /// Values that stand deeper than this, in levels, stay on one line.
    public static let maxDepth = 64
    /// No line begins with more spaces than this.
    public static let maxSpaces = 128

    private let bytes: [UInt8]
    private let end: Int
    private let indent: Int
    private var position: Int
    private var level: Int

    /// - Parameters:
    ///   - text: A value.
    ///   - indent: Spaces a level.
    ///   - level: How deep the value stands in what is written around it.
    public init(_ text: JSONText, indent: Int, level: Int = 0) {
        self.init(checked: text.bytes, range: text.range, indent: indent, level: level)
    }

    init(checked bytes: [UInt8], range: Range<Int>, indent: Int, level: Int) {
        self.bytes = bytes
        self.indent = indent
        self.level = level
        position = range.lowerBound
        end = range.upperBound
    }

    /// Appends the next piece.
    ///
    /// - Parameter limit: About how many bytes are appended; a string is not cut.
    /// - Returns: Whether the value is at its end.
    public mutating func write(into output: inout [UInt8], upTo limit: Int = .max) -> Bool {
        let start = output.count
        while position < end, output.count &- start < limit { writeToken(into: &output) }
        return position >= end
    }

    /// Whether what stands at this level is broken over lines.
    private var breaksLines: Bool { level <= Self.maxDepth }

    private mutating func writeToken(into output: inout [UInt8]) {
        let byte = bytes[position]
        switch byte {
        case UInt8(ascii: "\""): copy(upTo: JSONCursor.endOfString(at: position, in: bytes.span), into: &output)
        case UInt8(ascii: "{"), UInt8(ascii: "["): open(byte, into: &output)
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            let breaks = breaksLines
            level -= 1
            if breaks { breakLine(in: &output) }
            output.append(byte)
            position += 1
        case UInt8(ascii: ","):
            output.append(byte)
            if breaksLines { breakLine(in: &output) }
            position += 1
        case UInt8(ascii: ":"):
            output.append(byte)
            if breaksLines { output.append(UInt8(ascii: " ")) }
            position += 1
        case 0x20, 0x0A, 0x0D, 0x09: position += 1
        default:
            var last = position + 1
            while last < end, isPlain(bytes[last]) { last += 1 }
            copy(upTo: last, into: &output)
        }
    }

    private mutating func open(_ bracket: UInt8, into output: inout [UInt8]) {
        output.append(bracket)
        position += 1
        while bytes[position] <= 0x20 { position += 1 }
        let isEmpty = bytes[position] == UInt8(ascii: "}") || bytes[position] == UInt8(ascii: "]")
        if isEmpty {
            output.append(bytes[position])
            position += 1
        } else {
            level += 1
            if breaksLines { breakLine(in: &output) }
        }
    }

    /// Whether a byte belongs to a number or a word that has begun.
    private func isPlain(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != UInt8(ascii: ",") && byte != UInt8(ascii: "}") && byte != UInt8(ascii: "]")
    }

    private mutating func copy(upTo last: Int, into output: inout [UInt8]) {
        appendBytes(bytes.span, position..<last, to: &output)
        position = last
    }

    private func breakLine(in output: inout [UInt8]) {
        output.append(UInt8(ascii: "\n"))
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: min(level * indent, Self.maxSpaces)))
    }
}
