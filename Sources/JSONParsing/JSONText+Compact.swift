extension JSONText {
    /// Appends the value without the white space between its tokens, which is all that its index leaves out: between one key or
    /// value and the next there are but brackets, commas, colons and white space.
    func appendCompact(to output: inout [UInt8]) {
        let bytes = self.bytes.span
        let range = self.range
        var entry = Int(index)
        let lastEntry = Int(word32(at: entry &+ 8, in: bytes))
        output.makeRoom(for: range.count)
        output.append(addingCapacity: range.count) { output in
            /// What has been looked at and not yet been copied.
            var runStart = range.lowerBound
            var position = runStart
            while true {
                entry &+= JSONItemIndex.entryBytes
                let isLast = entry >= lastEntry
                let tokenStart = isLast ? range.upperBound : Int(word32(at: entry, in: bytes))
                while position < tokenStart {
                    if bytes[position] > 0x20 {
                        position &+= 1
                    } else {
                        output.append(bytes, runStart..<position)
                        position = endOfWhitespace(from: position, in: bytes)
                        runStart = position
                    }
                }
                if isLast { break }
                let isContainer = bytes[tokenStart] == UInt8(ascii: "{") || bytes[tokenStart] == UInt8(ascii: "[")
                position = isContainer ? tokenStart &+ 1 : Int(word32(at: entry &+ 4, in: bytes))
            }
            output.append(bytes, runStart..<position)
        }
    }
}
