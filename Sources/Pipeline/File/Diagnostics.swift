internal import JSONParsing

/// All that is wrong with a pipeline file, in the order of the file.
package struct Diagnostics: Error, Sendable {
    package let file: String
    package let text: [UInt8]
    package let list: [Diagnostic]

    package init(file: String, text: [UInt8], list: [Diagnostic]) {
        self.file = file
        self.text = text
        var known: [Diagnostic] = []
        for diagnostic in list where !known.contains(diagnostic) { known.append(diagnostic) }
        self.list = known.sorted { ($0.range?.lowerBound ?? 0, $0.path) < ($1.range?.lowerBound ?? 0, $1.path) }
    }

    /// The messages as they are printed, with the line and a caret under the place.
    package var rendered: String { list.map(render).joined(separator: "\n") }

    private func render(_ diagnostic: Diagnostic) -> String {
        if let other = diagnostic.other, other.name != file {
            return Diagnostics(file: other.name, text: other.text, list: []).render(diagnostic)
        }
        guard let range = diagnostic.range else {
            return "\(file.printable): error: \(diagnostic.message.printable)\n" + trailer(diagnostic, indent: 2)
        }
        let position = JSONPosition(offset: range.lowerBound, in: text)
        var output = "\(file.printable):\(position.line):\(position.column): error: \(diagnostic.message.printable)\n"
        let number = String(position.line)
        let line = line(around: range.lowerBound)
        let shown = excerpt(line, range: range)
        let gutter = String(repeating: " ", count: number.count)
        output += "  \(number) | \(shown.text)\n"
        output += "  \(gutter) | \(String(repeating: " ", count: shown.column))\(String(repeating: "^", count: shown.width))\n"
        return output + trailer(diagnostic, indent: number.count + 3)
    }

    private func trailer(_ diagnostic: Diagnostic, indent: Int) -> String {
        let space = String(repeating: " ", count: indent)
        var text = diagnostic.path.isEmpty ? "" : "\(space)= at \(diagnostic.path.printable)\n"
        if let help = diagnostic.help { text += "\(space)= help: \(help.printable)\n" }
        return text
    }

    private func line(around offset: Int) -> Range<Int> {
        let start = text[..<min(offset, text.count)].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let end = text[min(offset, text.count)...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
        return start..<max(start, end)
    }

    /// A range of bytes, extended to the characters that it cuts.
    private func wholeCharacters(_ range: Range<Int>) -> Range<Int> {
        var start = min(range.lowerBound, text.count)
        var end = min(max(range.upperBound, start), text.count)
        while start > 0, start < text.count, text[start] & 0xC0 == 0x80 { start -= 1 }
        while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
        return start..<end
    }

    /// A line as it can be shown: control characters replaced, long lines cut to a window around the place.
    private func excerpt(_ line: Range<Int>, range place: Range<Int>) -> (text: String, column: Int, width: Int) {
        let range = wholeCharacters(place)
        let before = String(decoding: text[line.lowerBound..<min(range.lowerBound, line.upperBound)], as: UTF8.self)
        let marked = String(decoding: text[min(range.lowerBound, line.upperBound)..<min(range.upperBound, line.upperBound)], as: UTF8.self)
        let after = String(decoding: text[min(range.upperBound, line.upperBound)..<line.upperBound], as: UTF8.self)
        let kept = before.suffix(80)
        let head = kept.count < before.count ? "…" + kept : String(kept)
        let shown = (head + marked.prefix(100) + after.prefix(60)).printable
        return (shown, head.unicodeScalars.count, max(1, min(marked.unicodeScalars.count, 100)))
    }
}
