internal import HTMLParsing

/// The text between the brackets of an image.
enum AlternativeText {
    /// Writes the value of alt so that a reader finds no markup in it.
    ///
    /// - Parameters:
    ///   - inTable: Whether a vertical bar would end a cell.
    static func write(_ bytes: [UInt8], in range: Range<Int>, into out: inout [UInt8], inTable: Bool) {
        var run = InlineRun()
        run.append(bytes, in: range)
        let text = run.text
        for (index, byte) in text.enumerated() {
            let next: UInt8 = index + 1 < text.count ? text[index + 1] : 0
            let isMarkup =
                switch byte {
                case 0x2A, 0x5B, 0x5D, 0x60, 0x7E: true
                // Some readers take a caret here for the beginning of a footnote.
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
