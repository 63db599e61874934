internal import HTMLParsing

/// Inline code: its text between backticks.
///
/// - SeeAlso: [CommonMark 6.1, Code spans](https://spec.commonmark.org/0.31.2/#code-spans)
enum CodeSpan {
    /// The code span for a text; nothing for an empty text.
    ///
    /// - Parameters:
    ///   - text: What is between the tags. Line ends and runs of white space are folded, as a browser shows them.
    ///   - inTable: Whether a vertical bar would end a cell.
    static func markdown(_ text: [UInt8], inTable: Bool) -> [UInt8] {
        var content: [UInt8] = []
        content.reserveCapacity(text.count + 2)
        // The rows of backticks up to 63 that occur, as bits: the fence has to be of another length.
        var rows: UInt64 = 1
        var row = 0
        var longest = 0
        for byte in text {
            if byte == 0x60 {
                row += 1
                longest = max(longest, row)
            } else if row > 0 {
                if row < 64 { rows |= 1 << UInt64(row) }
                row = 0
            }
            if byte.isFoldedSpace {
                if content.last != 0x20 { content.append(0x20) }
                continue
            }
            if byte == 0x7C, inTable { content.append(0x5C) }
            content.append(byte)
        }
        if row > 0 && row < 64 { rows |= 1 << UInt64(row) }
        guard let first = content.first, let last = content.last else { return [] }
        let length = (~rows).trailingZeroBitCount
        let fence = repeatElement(UInt8(0x60), count: length < 64 ? length : longest + 1)
        // One space on each side is taken off again by the reader.
        let isPadded = first == 0x60 || last == 0x60 || (first == 0x20 && last == 0x20 && content.count > 1)
        var span: [UInt8] = Array(fence)
        if isPadded { span.append(0x20) }
        span.append(contentsOf: content)
        if isPadded { span.append(0x20) }
        span.append(contentsOf: fence)
        return span
    }
}
