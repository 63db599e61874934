internal import HTMLParsing

extension MailboxSplitter {
    /// How far the end is looked for that a header promises, in bytes.
    private static let maxLookahead = 1 << 20
    /// The most bytes of empty lines between the end that a header promises and the next message.
    private static let maxBlankBytes = 1_000
    /// The most bytes between the end of the content and the next message: an empty line.
    private static let maxGapBytes = 2

    /// Whether a line that begins with `From ` begins a message; nil if the bytes behind it do not tell yet. A line that is not, but nearly,
    /// is counted.
    mutating func isBoundary(_ bytes: Span<UInt8>, _ line: Range<Int>, isEnd: Bool) -> Bool? {
        let isBehindBlank = self.isBehindBlank && !isInHeader
        guard let form = FromLine.form(of: bytes.extracting(line)), form != .other || isBehindBlank else { return false }
        guard let below = below(bytes, from: line.upperBound, isEnd: isEnd) else { return nil }
        let offset = base + line.lowerBound
        let isBegun =
            switch (form, below) {
            case (.complete, .mailField): true
            case (.complete, .field): isBehindBlank
            case (.undated, .mailField): isBehindBlank
            default: false
            }
        guard let declaredEnd, offset < declaredEnd else {
            if !isBegun, form == .complete || below == .mailField { unclearLines.add(at: offset) }
            return isBegun
        }
        guard isBegun else { return false }
        if isDeclaredEndTrue {
            if dialect == .auto { coveredLines.add(at: offset) }
            return false
        }
        guard declaredEnd - offset <= Self.maxLookahead else {
            // Where nothing but the length says where a message ends, it counts although its end is far.
            guard dialect == .mboxcl2 else { return true }
            farLines.add(at: offset)
            return false
        }
        guard let isTrue = endsMessage(bytes, at: declaredEnd - base, isEnd: isEnd) else { return nil }
        isDeclaredEndTrue = isTrue
        if isTrue, dialect == .auto { coveredLines.add(at: offset) }
        return !isTrue
    }

    /// Counts the lines that a length has covered, if the message does not end where the length says.
    mutating func checkFarLines(endAt end: Int) {
        guard farLines.count > 0, let declaredEnd, !(declaredEnd...declaredEnd + Self.maxGapBytes).contains(end) else { return }
        coveredLines.add(farLines)
    }

    /// What begins at an offset below a line; nil if more bytes are needed.
    private func below(_ bytes: Span<UInt8>, from start: Int, isEnd: Bool) -> FromLine.Below? {
        guard start < bytes.count else { return isEnd ? .text : nil }
        let lineFeed = UInt8(ascii: "\n")
        let rest = bytes.extracting(start..<min(bytes.count, start + FromLine.maxFieldBytes + 1))
        let stop = firstIndex(of: lineFeed, lineFeed, lineFeed, lineFeed, from: 0, in: rest)
        return FromLine.below(rest.extracting(0..<stop), isWhole: stop < rest.count || isEnd)
    }

    /// Whether a message ends at an offset: empty lines follow, then a message or nothing. nil if more bytes are needed.
    private func endsMessage(_ bytes: Span<UInt8>, at offset: Int, isEnd: Bool) -> Bool? {
        guard offset <= bytes.count else { return isEnd ? false : nil }
        guard
            bytes[offset - 1] == UInt8(ascii: "\n") || offset == bytes.count || bytes[offset] == UInt8(ascii: "\n") || bytes[offset] == 0x0D
        else { return false }
        var start = offset
        while start < bytes.count, bytes[start] == UInt8(ascii: "\n") || bytes[start] == 0x0D {
            start += 1
            if start - offset > Self.maxBlankBytes { return false }
        }
        if start == bytes.count { return isEnd ? true : nil }
        let lineFeed = UInt8(ascii: "\n")
        let rest = bytes.extracting(start..<min(bytes.count, start + FromLine.maxBytes + 1))
        let stop = firstIndex(of: lineFeed, lineFeed, lineFeed, lineFeed, from: 0, in: rest)
        if stop == rest.count, !isEnd, stop <= FromLine.maxBytes { return nil }
        return FromLine.isOne(rest.extracting(0..<stop))
    }
}
