internal import HTMLParsing

/// The alternative text of an image, between its brackets.
enum AlternativeText {
    /// Writes the value of `alt`, with escapes where a Markdown parser would see markup.
    ///
    /// - Parameters:
    ///   - bytes: A buffer that holds the value.
    ///   - range: The range of the value in it.
    ///   - out: Receives the Markdown.
    ///   - inTable: Whether to escape vertical bars, which end a table cell.
    static func write(_ bytes: [UInt8], in range: Range<Int>, into out: inout [UInt8], inTable: Bool) {
        var run = InlineRun()
        run.append(bytes, in: range)
        let text = run.text
        for (index, byte) in text.enumerated() {
            let next: UInt8 = index + 1 < text.count ? text[index + 1] : 0
            let isMarkup =
                switch byte {
                case 0x2A, 0x5B, 0x5D, 0x60, 0x7E: true
                // Some parsers read a caret here as the start of a footnote.
                case 0x5E: index == 0
                case 0x5F: index == 0 || next == 0 || text.classBefore(index) != .word || text.classAfter(index + 1) != .word
                case 0x5C: next == 0 || next.isASCIIPunctuation
                case 0x3C: text.opensTag(at: index)
                case 0x26: text.hasCharacterReference(at: index, end: text.count)
                case 0x7C: inTable
                default: false
                }
            if isMarkup { out.append(0x5C) }
            out.append(byte)
        }
    }
}
