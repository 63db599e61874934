/// The argument of `:nth-child()`: `2n+1`, `odd`, `3`.
///
/// - SeeAlso: [CSS Syntax 6, The An+B microsyntax](https://www.w3.org/TR/css-syntax-3/#anb-microsyntax)
enum CSSNth {
    /// The maximum of both numbers.
    private static let maximum = 100_000

    /// Returns the step and the offset; nil for anything else.
    static func parse(_ tokens: ArraySlice<CSSToken>, _ bytes: Span<UInt8>) -> (step: Int, offset: Int)? {
        guard tokens.count <= 8, tokens.allSatisfy({ !$0.hasEscape && $0.end - $0.start <= 16 }) else { return nil }
        let text = tokens.filter { $0.kind != .whitespace }.map { bytes.string($0.start..<$0.end) }.joined().lowercased()
        switch text {
        case "odd": return (2, 1)
        case "even": return (2, 0)
        default: break
        }
        guard let letter = text.firstIndex(of: "n") else { return number(text).map { (0, $0) } }
        let (step, offset) = (text[..<letter], text[text.index(after: letter)...])
        guard let step = step.isEmpty || step == "+" ? 1 : step == "-" ? -1 : number(step),
            let offset = offset.isEmpty ? 0 : offset.first == "+" || offset.first == "-" ? number(offset) : nil
        else { return nil }
        return (step, offset)
    }

    private static func number(_ text: some StringProtocol) -> Int? {
        Int(text).flatMap { abs($0) <= maximum ? $0 : nil }
    }
}
