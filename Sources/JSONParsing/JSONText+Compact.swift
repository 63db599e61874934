extension JSONText {
    /// Appends the value without the white space between its tokens.
    ///
    /// The index says where keys and values stand. Between one and the next there are but brackets, commas, colons and white space,
    /// and behind a comma, a colon or an opening bracket nothing but white space, which need not be looked at.
    func appendCompact(to output: inout [UInt8]) {
        let bytes = self.bytes.span
        let range = self.range
        var entry = Int(index)
        let end = Int(word32(at: entry &+ 8, in: bytes))
        output.makeRoom(for: range.count)
        output.append(addingCapacity: range.count) { output in
            /// What has been looked at and not yet been copied.
            var runStart = range.lowerBound
            var position = runStart &+ 1
            entry &+= JSONItemIndex.entryBytes
            var isSpaceUpToToken = entry < end
            while true {
                let tokenStart = entry < end ? Int(word32(at: entry, in: bytes)) : range.upperBound
                if !isSpaceUpToToken, bytes[position] == UInt8(ascii: ",") || bytes[position] == UInt8(ascii: ":") {
                    position &+= 1
                    isSpaceUpToToken = true
                }
                if isSpaceUpToToken, position < tokenStart {
                    output.append(bytes, runStart..<position)
                    position = tokenStart
                    runStart = position
                }
                while position < tokenStart {
                    if bytes[position] > 0x20 {
                        position &+= 1
                    } else {
                        output.append(bytes, runStart..<position)
                        position = endOfWhitespace(from: position, in: bytes)
                        runStart = position
                    }
                }
                if entry >= end { break }
                let isContainer = bytes[tokenStart] == UInt8(ascii: "{") || bytes[tokenStart] == UInt8(ascii: "[")
                position = isContainer ? tokenStart &+ 1 : Int(word32(at: entry &+ 4, in: bytes))
                let following = Int(word32(at: entry &+ 8, in: bytes))
                entry &+= JSONItemIndex.entryBytes
                isSpaceUpToToken = following > entry
            }
            output.append(bytes, runStart..<position)
        }
    }
}
