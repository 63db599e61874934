/// A text that is taken piece by piece, by places in code points that do not go back.
struct TextPieces {
    private(set) var rest: Substring.UnicodeScalarView
    private var place = 0

    init(_ text: String) { rest = text[...].unicodeScalars }

    mutating func take(to offset: Int) -> Substring.UnicodeScalarView {
        let piece = rest.prefix(max(0, offset - place))
        skip(piece.count)
        return piece
    }

    mutating func skip(_ count: Int) {
        rest = rest.dropFirst(count)
        place += count
    }
}
