extension JSONText {
    /// Appends the value to an array without the white space between tokens.
    func appendCompact(to output: inout [UInt8]) {
        output.makeRoom(for: count)
        output.append(addingCapacity: count) { appendCompact(to: &$0) }
    }

    /// Appends the value without the white space between tokens.
    ///
    /// The index gives the offsets of keys and values. Between two of them there are only brackets, commas, colons and white space.
    /// After a comma, a colon or an opening bracket there is only white space, which is skipped without reading it.
    ///
    /// - Parameter output: A span with room for the value including its white space.
    func appendCompact(to output: inout OutputSpan<UInt8>) {
        let bytes = self.bytes.span
        let range = self.range
        guard hasWhitespace else { return output.append(bytes, range) }
        var entry = Int(index)
        let end = JSONItemIndex.entry(at: entry, in: bytes).nextSibling
        /// The start of the bytes that are scanned but not yet copied.
        var runStart = range.lowerBound
        var position = runStart &+ 1
        entry &+= JSONItemIndex.entryBytes
        var isOnlyWhitespaceBeforeToken = entry < end
        while true {
            let token =
                entry < end
                ? JSONItemIndex.entry(at: entry, in: bytes)
                : (start: range.upperBound, end: range.upperBound, nextSibling: end, mayContainEscape: false)
            if !isOnlyWhitespaceBeforeToken, bytes[position] == UInt8(ascii: ",") || bytes[position] == UInt8(ascii: ":") {
                position &+= 1
                isOnlyWhitespaceBeforeToken = true
            }
            if isOnlyWhitespaceBeforeToken, position < token.start {
                output.append(bytes, runStart..<position)
                position = token.start
                runStart = position
            }
            while position < token.start {
                if bytes[position] > 0x20 {
                    position &+= 1
                } else {
                    output.append(bytes, runStart..<position)
                    position = endOfWhitespace(from: position, in: bytes)
                    runStart = position
                }
            }
            if entry >= end { break }
            let isContainer = bytes[token.start] == UInt8(ascii: "{") || bytes[token.start] == UInt8(ascii: "[")
            position = isContainer ? token.start &+ 1 : token.end
            entry &+= JSONItemIndex.entryBytes
            isOnlyWhitespaceBeforeToken = token.nextSibling > entry
        }
        output.append(bytes, runStart..<position)
    }
}

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
