internal import HTMLParsing

extension MailboxSplitter {
    /// What a line is.
    ///
    /// - Parameters:
    ///   - isWhole: Whether the line has its end.
    ///   - mayWait: Whether more bytes of the line can be awaited.
    ///   - isEnd: Whether no more bytes follow.
    mutating func kind(of line: Range<Int>, in bytes: Span<UInt8>, isWhole: Bool, mayWait: Bool, isEnd: Bool) -> Line {
        let first = bytes[line.lowerBound]
        if isInHeader {
            if mayWait { return .undecided }
            let text = bytes.extracting(line)
            if hasHeaderLine, first == UInt8(ascii: "F"), text.starts(with: "From ") {
                // The message has no content, and no line parts it from the next one.
                switch isBoundary(bytes, line, isEnd: isEnd) {
                case nil: return .undecided
                case true: return .boundary
                case false: break
                }
            }
            readHeader(text, endsAt: base + line.upperBound)
            return .header
        }
        switch first {
        case UInt8(ascii: "\n"): return .blank
        case 0x0D:
            if mayWait { return .undecided }
            return isWhole && line.count == 2 ? .blank : .text
        case UInt8(ascii: "F"):
            let text = bytes.extracting(line)
            if mayWait, Self.mayBecome("From ", text) { return .undecided }
            guard text.starts(with: "From ") else { return .text }
            switch isBoundary(bytes, line, isEnd: isEnd) {
            case nil: return .undecided
            case true: return .boundary
            case false: return .text
            }
        case UInt8(ascii: ">"):
            switch quotedLine(bytes.extracting(line)) {
            case nil: return .text
            case .quoted: return .quoted
            case .unknown: return mayWait ? .undecided : .text
            }
        default: return .text
        }
    }

    private mutating func readHeader(_ line: Span<UInt8>, endsAt end: Int) {
        if line[0] == UInt8(ascii: "\n") || line[0] == 0x0D && line.count == 2 {
            isInHeader = false
            isBehindBlank = true
            if dialect == .auto || dialect == .mboxcl2 { declaredEnd = declaredLength.map { $0 + end } }
            return
        }
        hasHeaderLine = true
        if line[0] == 0x20 || line[0] == 0x09 { return }
        guard let field = MailHeaders.fieldName(line) else {
            // The content begins without an empty line.
            if !line.starts(with: ">From ") { isInHeader = false }
            return
        }
        guard field.name == 14, Self.isContentLength(line) else { return }
        var value = 0
        for index in field.value..<line.count where !line[index].isFoldedSpace {
            guard line[index].isASCIIDigit, value < 1 << 50 else { return }
            value = value * 10 + Int(line[index] - UInt8(ascii: "0"))
        }
        declaredLength = value
    }

    private static func isContentLength(_ line: Span<UInt8>) -> Bool {
        var index = 0
        for byte in "content-length".utf8 {
            if line[index].asciiLowercased != byte { return false }
            index += 1
        }
        return true
    }

    /// Whether a line that has not ended may begin with a text.
    private static func mayBecome(_ text: StaticString, _ line: Span<UInt8>) -> Bool {
        let text = Array(String(describing: text).utf8)
        for index in 0..<min(text.count, line.count) where text[index] != line[index] { return false }
        return true
    }

    /// What a line that begins with `>` is.
    private enum QuotedLine { case quoted, unknown }

    /// Whether a line loses its first `>`; nil if it keeps it.
    private func quotedLine(_ line: Span<UInt8>) -> QuotedLine? {
        if dialect == .mboxcl2 || isDeclaredEndTrue { return nil }
        var index = 0
        while index < line.count, line[index] == UInt8(ascii: ">") { index += 1 }
        if index > 1, dialect == .mboxo || dialect == .mboxcl { return nil }
        let rest = line.extracting(index..<line.count)
        if rest.count < 5 { return Self.mayBecome("From ", rest) ? .unknown : nil }
        return rest.starts(with: "From ") ? .quoted : nil
    }
}
