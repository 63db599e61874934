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

    /// The language in the class list of a pre or code element: `language-x`, `lang-x`, `highlight-source-x`; empty if none names one.
    static func language(classes: some Sequence<UInt8>) -> [UInt8] {
        for name in Array(classes).split(whereSeparator: { $0.isFoldedSpace }) {
            for prefix in ["language-", "lang-", "highlight-source-"] where name.starts(with: prefix.utf8) {
                return Array(name.dropFirst(prefix.utf8.count))
            }
        }
        return []
    }
}
