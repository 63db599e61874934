/// Appends validated JSON without the white space between tokens.
func appendWithoutWhitespace(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
    var position = 0
    var runStart = 0
    while position < bytes.count {
        switch bytes[position] {
        case UInt8(ascii: "\""):
            position = JSONCursor.endOfString(at: position, in: bytes)
        case 0x20, 0x0A, 0x0D, 0x09:
            appendBytes(bytes, runStart..<position, to: &output)
            position &+= 1
            runStart = position
        default:
            position &+= 1
        }
    }
    appendBytes(bytes, runStart..<position, to: &output)
}
