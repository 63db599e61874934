internal import HTMLParsing

/// A fenced code block. Its fence is longer than every run of the same character in the text.
///
/// - SeeAlso: [CommonMark 4.5, Fenced code blocks](https://spec.commonmark.org/0.31.2/#fenced-code-blocks)
struct CodeBlock {
    var text: [UInt8]
    /// The language for the info string; empty if unknown.
    var language: [UInt8]

    /// Writes the block. Each line of the text becomes one line, with the prefix of the layout.
    func write(into layout: inout BlockLayout) {
        let mark: UInt8 = language.contains(0x60) ? 0x7E : 0x60
        let fence = repeatElement(mark, count: max(3, longestRun(of: mark) + 1))
        layout.startBlock(.code)
        layout.beginLine()
        layout.out.append(contentsOf: fence)
        writeLanguage(into: &layout.out)
        layout.endLine()
        writeLines(into: &layout)
        layout.beginLine()
        layout.out.append(contentsOf: fence)
        layout.endLine()
    }

    /// Writes the lines of the text without fences.
    func writePlain(into layout: inout BlockLayout) {
        if text.allSatisfy({ $0.isFoldedSpace }) { return }
        layout.startBlock(.code)
        writeLines(into: &layout)
    }

    private func writeLines(into layout: inout BlockLayout) {
        var start = 0
        while start < text.count {
            var end = start
            while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
            layout.beginLine()
            layout.out.append(contentsOf: text[start..<end])
            layout.endLine()
            start = end + 1
            if end + 1 < text.count, text[end] == 0x0D, text[end + 1] == 0x0A { start += 1 }
        }
    }

    private func longestRun(of mark: UInt8) -> Int {
        var longest = 0
        var run = 0
        for byte in text {
            run = byte == mark ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }

    private func writeLanguage(into out: inout [UInt8]) {
        for (index, byte) in language.enumerated() {
            let next: UInt8 = index + 1 < language.count ? language[index + 1] : 0
            if byte == 0x5C, next.isASCIIPunctuation { out.append(0x5C) }
            out.append(byte)
            if byte == 0x26, language.hasCharacterReference(at: index, end: language.count) { out.append(contentsOf: "amp;".utf8) }
        }
    }
}

/// Inline code between backticks.
///
/// - SeeAlso: [CommonMark 6.1, Code spans](https://spec.commonmark.org/0.31.2/#code-spans)
enum CodeSpan {
    /// Returns the code span for a text; empty for an empty text.
    ///
    /// - Parameters:
    ///   - text: The text of the element. White space is collapsed, as browsers show it.
    ///   - inTable: Whether to escape vertical bars, which end a table cell.
    static func markdown(_ text: [UInt8], inTable: Bool) -> [UInt8] {
        var content: [UInt8] = []
        content.reserveCapacity(text.count + 2)
        // Bit n is set if the text has a run of n backticks (up to 63): the delimiter needs another length.
        var runs: UInt64 = 1
        var run = 0
        var longest = 0
        for byte in text {
            if byte == 0x60 {
                run += 1
                longest = max(longest, run)
            } else if run > 0 {
                if run < 64 { runs |= 1 << UInt64(run) }
                run = 0
            }
            if byte.isFoldedSpace {
                if content.last != 0x20 { content.append(0x20) }
                continue
            }
            if byte == 0x7C, inTable { content.append(0x5C) }
            content.append(byte)
        }
        if run > 0 && run < 64 { runs |= 1 << UInt64(run) }
        guard let first = content.first, let last = content.last else { return [] }
        let length = (~runs).trailingZeroBitCount
        let fence = repeatElement(UInt8(0x60), count: length < 64 ? length : longest + 1)
        // A parser strips one space from each side.
        let isPadded = first == 0x60 || last == 0x60 || (first == 0x20 && last == 0x20 && content.count > 1)
        var span: [UInt8] = Array(fence)
        if isPadded { span.append(0x20) }
        span.append(contentsOf: content)
        if isPadded { span.append(0x20) }
        span.append(contentsOf: fence)
        return span
    }
}
