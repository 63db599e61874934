internal import HTMLParsing

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
