internal import JSONParsing

/// Every problem of a pipeline file, or of a component's options, in the order of the text.
public struct PipelineFileError: Error, Sendable, CustomStringConvertible {
    package let file: String
    package let text: [UInt8]
    package let list: [Diagnostic]
    private let secrets: SecretValues

    /// - Parameter secrets: What is not shown of the messages and of the file's lines.
    package init(file: String, text: [UInt8], list: [Diagnostic], secrets: SecretValues = SecretValues()) {
        self.file = file
        self.secrets = secrets
        self.text = text
        var known: [Diagnostic] = []
        for diagnostic in list.map({ $0.masked(by: secrets) }) where !known.contains(diagnostic) { known.append(diagnostic) }
        self.list = known.sorted { ($0.range?.lowerBound ?? 0, $0.path) < ($1.range?.lowerBound ?? 0, $1.path) }
    }

    /// One line for each problem: `file:line:column: path: message`.
    public var messages: [String] {
        list.map { problem in
            let place = place(of: problem)
            let start = place.map { "\($0.file):\($0.line):\($0.column): " } ?? "\(file): "
            return (start + (problem.path.isEmpty ? "" : "\(problem.path): ") + problem.message).printable
        }
    }

    /// The problems as the program prints them, with the line of each and a caret under the place.
    public var description: String { rendered() }

    /// The messages as they are printed, with the line and a caret under the place.
    ///
    /// - Parameter usesColor: Whether a terminal shows them, in colours.
    package func rendered(usesColor: Bool = false) -> String {
        list.map { render($0, TerminalStyle(isUsed: usesColor)) }.joined(separator: "\n")
    }

    /// The place of a message, in the pipeline file or in the file of a program; nil if it has none.
    package func place(of diagnostic: Diagnostic) -> FilePlace? {
        guard let range = diagnostic.range else { return nil }
        let position = JSONPosition(offset: range.lowerBound, in: diagnostic.other?.text ?? text)
        return FilePlace(file: diagnostic.other?.name ?? file, line: position.line, column: position.column, path: diagnostic.path)
    }

    /// The colours of a terminal: red for what is wrong, blue for what leads the eye.
    private struct TerminalStyle {
        let isUsed: Bool

        func red(_ text: String) -> String { isUsed ? "\u{1B}[1;31m\(text)\u{1B}[0m" : text }
        func blue(_ text: String) -> String { isUsed ? "\u{1B}[34m\(text)\u{1B}[0m" : text }
        func bold(_ text: String) -> String { isUsed ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
    }

    private func render(_ diagnostic: Diagnostic, _ style: TerminalStyle) -> String {
        if let other = diagnostic.other, other.name != file {
            return PipelineFileError(file: other.name, text: other.text, list: [], secrets: secrets).render(diagnostic, style)
        }
        guard let range = diagnostic.range else {
            return style.bold("\(file.printable):") + style.red(" error:") + " \(diagnostic.message.printable)\n"
                + trailer(diagnostic, 2, style)
        }
        let position = JSONPosition(offset: range.lowerBound, in: text)
        var output = style.bold("\(file.printable):\(position.line):\(position.column):") + style.red(" error:")
        output += " \(diagnostic.message.printable)\n"
        let number = String(position.line)
        let line = line(around: range.lowerBound)
        let shown = excerpt(line, range: range)
        let gutter = String(repeating: " ", count: number.count)
        output += style.blue("  \(number) |") + " \(shown.text)\n"
        output += style.blue("  \(gutter) |") + " " + String(repeating: " ", count: shown.column)
        output += style.red(String(repeating: "^", count: shown.width)) + "\n"
        return output + trailer(diagnostic, number.count + 3, style)
    }

    private func trailer(_ diagnostic: Diagnostic, _ indent: Int, _ style: TerminalStyle) -> String {
        let space = String(repeating: " ", count: indent)
        var text = diagnostic.path.isEmpty ? "" : space + style.blue("= at") + " \(diagnostic.path.printable)\n"
        if let help = diagnostic.help { text += space + style.blue("= help:") + " \(help.printable)\n" }
        return text
    }

    private func shown(_ range: Range<Int>) -> String {
        AddressMask.masked(in: secrets.masked(String(decoding: text[range], as: UTF8.self)))
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
        let before = shown(line.lowerBound..<min(range.lowerBound, line.upperBound))
        let marked = shown(min(range.lowerBound, line.upperBound)..<min(range.upperBound, line.upperBound))
        let after = shown(min(range.upperBound, line.upperBound)..<line.upperBound)
        let kept = before.suffix(80)
        let head = kept.count < before.count ? "…" + kept : String(kept)
        let shown = (head + marked.prefix(100) + after.prefix(60)).printable
        return (shown, head.unicodeScalars.count, max(1, min(marked.unicodeScalars.count, 100)))
    }
}
