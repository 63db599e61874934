/// Pretty-prints a validated JSON text incrementally: without decoding, without recursion, and with a limit on the output per input
/// byte.
public struct JSONIndenter: Sendable {
    /// The deepest level that is broken into lines. Deeper values stay on one line.
    public static let maxDepth = 64
    /// The limit of spaces at the start of a line.
    public static let maxSpaces = 128

    private let bytes: [UInt8]
    private let end: Int
    private let indent: Int
    private var position: Int
    private var level: Int

    /// Makes an indenter for one value.
    ///
    /// - Parameters:
    ///   - text: A value.
    ///   - indent: Spaces per level.
    ///   - level: The depth of the value in the surrounding output, in levels.
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

    /// Appends the next piece of the output.
    ///
    /// - Parameters:
    ///   - output: The buffer to append to.
    ///   - limit: The approximate length of the piece in bytes. A token is never cut.
    /// - Returns: Whether the value is complete.
    public mutating func write(into output: inout [UInt8], upTo limit: Int = .max) -> Bool {
        let start = output.count
        while position < end, output.count &- start < limit { writeToken(into: &output) }
        return position >= end
    }

    /// Whether the current level is broken into lines.
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

    /// Whether a byte continues a number or literal.
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
