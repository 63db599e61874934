extension JSONText {
    /// Appends the value without the white space between its tokens.
    func appendCompact(to output: inout [UInt8]) {
        output.makeRoom(for: count)
        output.append(addingCapacity: count) { appendCompact(to: &$0) }
    }

    /// Appends the value without the white space between its tokens.
    ///
    /// The index says where keys and values stand. Between one and the next there are but brackets, commas, colons and white space,
    /// and behind a comma, a colon or an opening bracket nothing but white space, which need not be looked at.
    ///
    /// - Parameter output: Has room for as many bytes as the value takes with white space.
    func appendCompact(to output: inout OutputSpan<UInt8>) {
        let bytes = self.bytes.span
        let range = self.range
        guard hasWhitespace else { return output.append(bytes, range) }
        var entry = Int(index)
        let end = JSONItemIndex.entry(at: entry, in: bytes).nextSibling
        /// What has been looked at and not yet been copied.
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
