/// The range of the mail addresses in a line such as `Ann <ann@example.com>`.
struct MailAddressRange {
    /// The range from the first address to the last one, including their brackets.
    let range: Range<String.Index>
    /// Whether an address is in brackets.
    let isBracketed: Bool

    /// Finds the addresses in a line; nil if there is none.
    init?(in text: String) {
        guard text.utf8.contains(0x40) else { return nil }
        var start: String.Index?
        var end = text.startIndex
        var isBracketed = false
        for sign in text.indices where text[sign] == "@" {
            let local = text[..<sign].reversed().prefix { !Self.ends($0) && $0 != "@" }
            let domain = text[text.index(after: sign)...].prefix { !Self.ends($0) && $0 != "@" }
            guard !local.isEmpty, !domain.isEmpty else { continue }
            let localStart = local.endIndex.base
            let before = text[..<localStart].reversed().drop(while: \.isWhitespace)
            if let bracket = before.first, Self.opens(bracket) {
                isBracketed = true
                start = start ?? text.index(before: before.startIndex.base)
            } else {
                start = start ?? localStart
            }
            if local.contains(":") { isBracketed = true }
            end = text[domain.endIndex...].drop { $0.isWhitespace || Self.closes($0) }.startIndex
        }
        guard let start else { return nil }
        range = start..<max(start, end)
        self.isBracketed = isBracketed
    }

    private static func opens(_ character: Character) -> Bool { character == "<" || character == "(" || character == "[" }
    private static func closes(_ character: Character) -> Bool { character == ">" || character == ")" || character == "]" }
    private static func ends(_ character: Character) -> Bool { character.isWhitespace || opens(character) || closes(character) }
}
