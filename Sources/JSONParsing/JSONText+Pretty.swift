extension JSONText {
    /// Writes an undecoded array or object over several lines, without decoding it and without recursion.
    static func writePretty(_ text: JSONText, level: Int, indent: Int, into output: inout [UInt8]) {
        var level = level
        var position = text.range.lowerBound
        let bytes = text.bytes
        let end = text.range.upperBound
        func lineBreak(_ level: Int, _ output: inout [UInt8]) {
            output.append(UInt8(ascii: "\n"))
            output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * indent))
        }
        while position < end {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                let close = JSONCursor.endOfString(at: position, in: bytes.span)
                output.append(contentsOf: bytes[position..<close])
                position = close
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                output.append(byte)
                var next = position + 1
                while bytes[next] <= 0x20 { next += 1 }
                let isEmpty = bytes[next] == UInt8(ascii: "}") || bytes[next] == UInt8(ascii: "]")
                if isEmpty {
                    position = next
                    output.append(bytes[position])
                } else {
                    level += 1
                    lineBreak(level, &output)
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                level -= 1
                lineBreak(level, &output)
                output.append(byte)
            case UInt8(ascii: ","):
                output.append(byte)
                lineBreak(level, &output)
            case UInt8(ascii: ":"):
                output.append(byte)
                output.append(UInt8(ascii: " "))
            case 0x20, 0x0A, 0x0D, 0x09:
                break
            default:
                output.append(byte)
            }
            position += 1
        }
    }
}
