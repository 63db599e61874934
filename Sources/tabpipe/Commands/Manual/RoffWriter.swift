/// Writes a manual page in roff, with the macros of man(7).
///
/// Texts are plain: the writer escapes them. Words in backticks become bold.
struct RoffWriter {
    /// The page so far.
    private(set) var text = ""
    /// Whether a heading was written last. A heading begins a paragraph by itself.
    private var followsHeading = false

    /// Begins a page.
    ///
    /// - Parameters:
    ///   - source: The program and its version, for the page's foot.
    ///   - manual: The title of the manual, for the page's head.
    init(name: String, section: Int, source: String, manual: String) {
        request("TH", [name.uppercased(), String(section), "", source, manual])
        // Left-aligned and without hyphens: commands and paths are copied from a page.
        text += ".nh\n.ad l\n"
    }

    mutating func section(_ title: String) { heading("SH", title.uppercased()) }

    mutating func subsection(_ title: String) { heading("SS", title) }

    private mutating func heading(_ macro: String, _ title: String) {
        request(macro, [title])
        followsHeading = true
    }

    mutating func paragraph(_ content: String) {
        beginParagraph()
        body(content)
    }

    private mutating func beginParagraph() {
        if !followsHeading { text += ".PP\n" }
        followsHeading = false
    }

    /// A term and, indented below it, its explanation.
    mutating func entry(_ term: String, _ explanation: String) {
        followsHeading = false
        text += ".TP\n\\fB\(Self.escaped(term))\\fR\n"
        body(explanation)
    }

    /// Indents what `content` writes.
    mutating func indented(_ content: (inout RoffWriter) -> Void) {
        text += ".RS\n"
        content(&self)
        text += ".RE\n"
    }

    /// Lines that roff does not fill.
    mutating func example(_ lines: [String]) {
        beginParagraph()
        text += ".EX\n"
        for line in lines { text += "    " + Self.line(Self.escaped(line)) + "\n" }
        text += ".EE\n"
    }

    private mutating func request(_ macro: String, _ arguments: [String]) {
        text += ".\(macro)" + arguments.map { " \"\(Self.escaped($0))\"" }.joined() + "\n"
    }

    /// Running text, which roff fills into lines.
    private mutating func body(_ content: String) { text += Self.line(Self.withBold(content)) + "\n" }

    /// Escaped text with bold words in place of backticks.
    private static func withBold(_ text: String) -> String {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        guard parts.count % 2 == 1 else { return escaped(text) }
        return parts.enumerated().map { $0 % 2 == 1 ? "\\fB\(escaped(String($1)))\\fR" : escaped(String($1)) }.joined()
    }

    /// A line that roff does not take for a request.
    private static func line(_ text: String) -> String { text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text }

    /// Text with escapes for the characters that roff interprets or prints in another shape.
    ///
    /// - SeeAlso: groff_char(7), groff_man_style(7)
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "\"": escaped += "\\(dq"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            // An ASCII terminal cannot show the character U+2026.
            case "…": escaped += "..."
            case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                escaped += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
            }
        }
        return escaped
    }
}
