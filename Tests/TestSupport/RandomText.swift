/// Texts put together from what means something in Markdown; the same for the same seed.
public struct RandomText {
    private var random: SeededRandom

    /// Starts a sequence; equal seeds give equal texts.
    public init(seed: UInt64) { random = SeededRandom(seed: seed) }

    static let pieces = [
        "*", "**", "_", "__", "~", "~~", "~~~", "`", "``", "```", "[", "]", "(", ")", "](", "][", "]:", "![", "!", "<", ">", "</", "<b>",
        "</b>", "<-",
        "<!--", "-->", "<?", "&", "&copy;", "&#35;", "&#x41;", "&amp", "#", "##", "######", "+", "-", "---", "- ", "+ ", "* ", "===", "=",
        "1.",
        "1)", "12. ", "0)", "123456789. ", "\\", "\\\\", "|", "|---|", "---|---", ":-:", ":--", " ", "  ", "\t", "\n", "\n\n", "a", "b",
        "foo",
        "_a_", "*a*", "http://a.b", "https://x.com/_y_", "www.a.com", "www.", "a@b.co", "é", "中", "“", "”", "€", "\u{A0}", "\"", "'", ".",
        ",",
        ":", ";", "{", "}", "$", "^", "%", "@", "/", "[x]", "[ ]", "[x]: /u", "[^1]", "x", "0", "mailto:a@b.c", "http:", "://",
        "ftp://q_w_e",
        "😀", "—", "\u{200B}", "=\n", "-\n",
    ]

    /// A text of 1 to `count` pieces.
    public mutating func text(upTo count: Int) -> String { (0...number(below: count)).map { _ in piece() }.joined() }

    /// One of the pieces.
    public mutating func piece() -> String { RandomText.pieces[number(below: RandomText.pieces.count)] }

    /// A number from 0 to below `limit`.
    public mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
}

/// A text as it stands in HTML.
public func escapedForHTML(_ text: String) -> String {
    var html = ""
    for character in text.unicodeScalars {
        switch character {
        case "&": html += "&amp;"
        case "<": html += "&lt;"
        case ">": html += "&gt;"
        case "\"": html += "&quot;"
        default: html.unicodeScalars.append(character)
        }
    }
    return html
}

/// A text with its white space folded.
public func folded(_ text: String) -> String {
    text.unicodeScalars.split { $0.value < 0x80 && $0.properties.isWhitespace }.map(String.init).joined(separator: " ")
}
