internal import JSONParsing

/// Writes JSON for people: indented, with colors on a terminal, and there without characters that control it.
///
/// It goes through the bytes of indented JSON, so that numbers keep their digits, and objects with equal keys stay as they are.
struct ColoredJSON {
    /// The escape sequences by kind of token: those of jq.
    private enum Color: String {
        case null = "1;30"
        case plain = "0;39"
        case string = "0;32"
        case bracket = "1;39"
        case key = "34;1"
    }

    private let style: OutputStyle
    private let bytes: [UInt8]
    private var output: [UInt8] = []
    private var position = 0

    /// Returns a value as indented JSON with a final line break.
    static func text(of value: JSONValue, style: OutputStyle) -> String {
        if style == .plain { return value.indentedText }
        var writer = ColoredJSON(Array(value.indentedText.utf8), style)
        writer.write()
        return String(decoding: writer.output, as: UTF8.self)
    }

    private init(_ bytes: [UInt8], _ style: OutputStyle) {
        self.bytes = bytes
        self.style = style
        output.reserveCapacity(2 * bytes.count)
    }

    private mutating func write() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""): writeString()
            case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"):
                write(position..<position + 1, .bracket)
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: ","), UInt8(ascii: ":"):
                output.append(bytes[position])
                position += 1
            default:
                let end = bytes[position...].firstIndex { " \n,:]}".utf8.contains($0) } ?? bytes.count
                write(position..<end, bytes[position] == UInt8(ascii: "n") ? .null : .plain)
            }
        }
    }

    private mutating func writeString() {
        var end = position + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
        end = min(end + 1, bytes.count)
        write(position..<end, end < bytes.count && bytes[end] == UInt8(ascii: ":") ? .key : .string)
    }

    private mutating func write(_ range: Range<Int>, _ color: Color) {
        if style == .colored { output += Array("\u{1B}[\(color.rawValue)m".utf8) }
        output += TerminalEscapes.escaped(bytes[range])
        if style == .colored { output += Array("\u{1B}[0m".utf8) }
        position = range.upperBound
    }
}
