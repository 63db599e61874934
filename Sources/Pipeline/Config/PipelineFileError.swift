internal import JSONParsing

/// All problems of a pipeline file, or of a component's options, sorted by their place.
public struct PipelineFileError: Error, Sendable, CustomStringConvertible {
    package let file: String
    package let text: [UInt8]
    package let list: [Diagnostic]
    /// The names of the parameters that the file declares; nil if they cannot be read.
    package let parameters: [String]?
    /// The local inputs that the file names, as far as it was read.
    package let inputs: [String]
    private let secrets: SecretValues

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - secrets: Texts to mask in messages and quoted lines.
    ///   - parameters: The names of the parameters that the file declares.
    ///   - inputs: The local inputs that the file names.
    package init(
        file: String, text: [UInt8], list: [Diagnostic], secrets: SecretValues = SecretValues(), parameters: [String]? = nil,
        inputs: [String] = []
    ) {
        self.file = file
        self.inputs = inputs
        self.parameters = parameters
        self.secrets = secrets
        self.text = text
        var known: [Diagnostic] = []
        for diagnostic in list.map({ $0.masked(by: secrets) }) where !known.contains(diagnostic) { known.append(diagnostic) }
        // The problems of the pipeline file come first, then those of each other file.
        self.list = known.sorted { one, other in
            (one.other?.name ?? "", one.range?.lowerBound ?? 0, one.path)
                < (other.other?.name ?? "", other.range?.lowerBound ?? 0, other.path)
        }
    }

    /// One line for each problem: `file:line:column: path: message`. Lines and columns (in characters) are counted from 1.
    public var messages: [String] {
        list.map { problem in
            let place = place(of: problem)
            let start = place.map { "\($0.file):\($0.line):\($0.column): " } ?? "\(file): "
            return (start + (problem.path.isEmpty ? "" : "\(problem.path): ") + problem.message).printable
        }
    }

    /// The problems as the program prints them: the message, the line of the file, and a caret under the place.
    public var description: String { rendered() }

    /// Returns the problems as the program prints them.
    ///
    /// - Parameter usesColor: Whether the text contains ANSI colors for a terminal.
    package func rendered(usesColor: Bool = false) -> String {
        list.map { render($0, TerminalStyle(isUsed: usesColor)) }.joined(separator: "\n")
    }

    /// The place of a problem in the pipeline file or in the file of a jq program; nil if it concerns the whole file.
    package func place(of diagnostic: Diagnostic) -> FilePlace? {
        guard let range = diagnostic.range else { return nil }
        let position = JSONPosition(offset: range.lowerBound, in: diagnostic.other?.text ?? text)
        return FilePlace(file: diagnostic.other?.name ?? file, line: position.line, column: position.column, path: diagnostic.path)
    }

    /// The ANSI colors: red for errors, blue for line numbers and labels.
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
        AddressMask.masked(in: secrets.maskedQuotation(String(decoding: text[range], as: UTF8.self)))
    }

    private func line(around offset: Int) -> Range<Int> {
        let start = text[..<min(offset, text.count)].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let end = text[min(offset, text.count)...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
        return start..<max(start, end)
    }

    /// Extends a range of bytes to whole UTF-8 characters.
    private func wholeCharacters(_ range: Range<Int>) -> Range<Int> {
        var start = min(range.lowerBound, text.count)
        var end = min(max(range.upperBound, start), text.count)
        while start > 0, start < text.count, text[start] & 0xC0 == 0x80 { start -= 1 }
        while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
        return start..<end
    }

    /// Returns a line for display: with control characters replaced, and a long line cut around the place.
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
