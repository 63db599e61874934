internal import HTMLParsing

/// The range of the mail addresses in a line such as `Ann <ann@example.com>`.
struct MailAddressRange {
    /// The range from the first address to the last one, including their brackets.
    let range: Range<String.Index>
    /// Whether an address is in brackets.
    let isBracketed: Bool

    /// Finds the addresses in a line; nil if there is none.
    init?(in text: String) {
        guard text.utf8.contains(0x40) else { return nil }
        // Reading characters takes longer than reading bytes.
        let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
        guard let found = isASCII ? Self.find(in: text.utf8, Mark.init) : Self.find(in: text, Mark.init) else { return nil }
        (range, isBracketed) = found
    }

    static func find<Text: BidirectionalCollection>(
        in text: Text, _ mark: (Text.Element) -> Mark?
    ) -> (Range<String.Index>, isBracketed: Bool)? where Text.Index == String.Index {
        let isInAddress = { (element: Text.Element) in
            switch mark(element) {
            case nil, .colon: true
            case .space, .opens, .closes, .at: false
            }
        }
        var start: String.Index?
        var end = text.startIndex
        var isBracketed = false
        for sign in text.indices where mark(text[sign]) == .at {
            let local = text[..<sign].reversed().prefix(while: isInAddress)
            let domain = text[text.index(after: sign)...].prefix(while: isInAddress)
            guard !local.isEmpty, !domain.isEmpty else { continue }
            let localStart = local.endIndex.base
            let before = text[..<localStart].reversed().drop { mark($0) == .space }
            if let bracket = before.first, mark(bracket) == .opens {
                isBracketed = true
                start = start ?? text.index(before: before.startIndex.base)
            } else {
                start = start ?? localStart
            }
            if local.contains(where: { mark($0) == .colon }) { isBracketed = true }
            end = text[domain.endIndex...].drop { [.space, .closes].contains(mark($0)) }.startIndex
        }
        return start.map { ($0..<max($0, end), isBracketed) }
    }

    enum Mark {
        case space, opens, closes, at, colon

        init?(_ byte: UInt8) {
            switch byte {
            case _ where byte.isFoldedSpace: self = .space
            case UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "["): self = .opens
            case UInt8(ascii: ">"), UInt8(ascii: ")"), UInt8(ascii: "]"): self = .closes
            case UInt8(ascii: "@"): self = .at
            case UInt8(ascii: ":"): self = .colon
            default: return nil
            }
        }

        init?(_ character: Character) {
            switch character {
            case "<", "(", "[": self = .opens
            case ">", ")", "]": self = .closes
            case "@": self = .at
            case ":": self = .colon
            case _ where character.isWhitespace: self = .space
            default: return nil
            }
        }
    }
}
