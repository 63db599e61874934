extension RegexMatcher {
    /// The offset of the character behind the one at an offset.
    func next(_ position: Int) -> Int {
        var next = position + 1
        while next < text.count, text[next] & 0xC0 == 0x80 { next += 1 }
        return next
    }

    func previous(_ position: Int) -> Int {
        var previous = position - 1
        while previous > 0, text[previous] & 0xC0 == 0x80 { previous -= 1 }
        return previous
    }

    /// The character at an offset.
    func character(at position: Int) -> UInt32 {
        let byte = text[position]
        if byte < 0x80 { return UInt32(byte) }
        var code = UInt32(byte) & (byte >= 0xF0 ? 0x07 : byte >= 0xE0 ? 0x0F : 0x1F)
        var place = position + 1
        while place < text.count, text[place] & 0xC0 == 0x80 {
            code = code << 6 | UInt32(text[place] & 0x3F)
            place += 1
        }
        return code
    }

    /// Passes a character of a set.
    ///
    /// - Returns: Whether there is one.
    @inline(__always)
    mutating func pass(_ set: Int, _ position: inout Int) throws -> Bool {
        guard position < text.count else { return false }
        let byte = text[position]
        guard byte < 0x80 else { return try passLong(set, &position) }
        guard regex.sets[set].contains(ascii: byte) else { return false }
        position += 1
        return true
    }

    /// Passes a character that is not ASCII.
    private mutating func passLong(_ set: Int, _ position: inout Int) throws -> Bool {
        try count(regex.setCosts[set])
        guard regex.sets[set].contains(character(at: position)) else { return false }
        position = next(position)
        return true
    }
}
