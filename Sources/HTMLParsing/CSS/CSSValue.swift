/// The value of a declaration, checked token by token.
struct CSSValue {
    /// How `!important` is written in the source.
    struct Importance {
        let hasSpaceBefore: Bool
    }

    /// The kind of an open parenthesis.
    enum Group {
        /// A calculation.
        case calculation
        /// The smallest of several lengths.
        case minimum
        /// A color or a gradient. Its numbers are no lengths.
        case color
    }

    /// The maximum length of a value, in bytes. Longer values are removed.
    private static let maximumBytes = 1000
    /// The maximum nesting depth of functions and parentheses.
    static let maximumDepth = 16

    var tokens: ArraySlice<CSSToken>
    let property: CSSProperty
    let isLimited: Bool
    /// The open parentheses.
    var groups: [Group] = []

    /// - Parameter isLimited: Whether lengths that make a frame grow without end are not allowed.
    init(_ tokens: ArraySlice<CSSToken>, of property: CSSProperty, isLimited: Bool) {
        (self.property, self.isLimited) = (property, isLimited)
        self.tokens = tokens.drop { $0.kind == .whitespace }
        trimEnd()
    }

    private mutating func trimEnd() {
        while tokens.last?.kind == .whitespace { tokens = tokens.dropLast() }
    }

    /// Removes `!important` from the end of the value.
    mutating func removeImportance(_ bytes: Span<UInt8>) -> Importance? {
        guard let word = tokens.last, word.kind == .ident, bytes.matches("important", word.name) else { return nil }
        var rest = tokens.dropLast()
        while rest.last?.kind == .whitespace { rest = rest.dropLast() }
        guard let mark = rest.last, mark.kind == .delim, mark.delimiter == UInt8(ascii: "!") else { return nil }
        tokens = rest.dropLast()
        let hasSpace = tokens.last?.kind == .whitespace
        trimEnd()
        return Importance(hasSpaceBefore: hasSpace)
    }

    /// Appends the value to `output`, or the color of a background whose other parts are not allowed.
    ///
    /// - Returns: Whether anything is allowed. If not, the end of `output` is undefined.
    mutating func write(_ bytes: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        guard let first = tokens.first, let last = tokens.last else { return false }
        let start = output.count
        if last.end - first.start <= Self.maximumBytes, writeAll(bytes, into: &output) { return true }
        output.removeSubrange(start...)
        guard property.isBackground, let color = lastColor(bytes) else { return false }
        tokens = color
        return writeAll(bytes, into: &output)
    }

    private mutating func writeAll(_ bytes: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        groups.removeAll(keepingCapacity: true)
        let start = output.count
        var followsSlash = false
        for token in tokens {
            // A comment between two tokens keeps them apart.
            if token.followsComment, output.count > start, output.last != 0x20, token.kind != .whitespace { output.append(0x20) }
            guard isAllowed(token, followsSlash, bytes), !isGrid(token, bytes) else { return false }
            if token.kind == .whitespace {
                if output.last != 0x20 { output.append(0x20) }
            } else {
                followsSlash = token.kind == .delim && token.delimiter == UInt8(ascii: "/")
                if token.kind == .percentage, isLimited, property.extent.isSpacing, groups.last != .color {
                    CSSUnit.append(percentage: token.start..<token.numberEnd, bytes, to: &output)
                } else {
                    for index in token.start..<token.end { output.append(bytes[index]) }
                }
            }
        }
        // The end of the source closes what is open.
        output.append(contentsOf: groups.map { _ in UInt8(ascii: ")") })
        return true
    }

    /// Whether a token makes a grid. The time for the layout of nested grids grows exponentially in browsers.
    private func isGrid(_ token: CSSToken, _ bytes: Span<UInt8>) -> Bool {
        property.extent == .none && token.kind == .ident && (bytes.matches("grid", token.name) || bytes.matches("inline-grid", token.name))
    }

    /// Whether a number is not negative, its unit is a word, and a length is within the limits of a frame.
    func isAllowed(number token: CSSToken, _ followsSlash: Bool, _ bytes: Span<UInt8>) -> Bool {
        if bytes[token.start] == UInt8(ascii: "-") { return hidesText(token, bytes) }
        let unit = token.numberEnd..<token.end
        guard token.kind != .dimension || unit.allSatisfy({ bytes[$0].isASCIILetter }) else { return false }
        guard isLimited, property.extent != .none, groups.last != .color else { return true }
        let number = bytes.number(token.start..<token.numberEnd)
        return switch property.extent {
        case .none: true
        case .width: token.kind == .number || CSSUnit.pixels(unit, bytes) != nil || CSSUnit.isOfWidth(unit, bytes)
        case .height, .spacing, .lineHeight, .font, .indent: isLow(number, token, followsSlash, bytes)
        }
    }

    /// Whether a negative indent moves text out of sight, as senders do to hide it. A small one could cut off visible text.
    private func hidesText(_ token: CSSToken, _ bytes: Span<UInt8>) -> Bool {
        guard isLimited, property.extent == .indent, token.kind == .dimension, groups.isEmpty,
            let unit = CSSUnit.pixels(token.numberEnd..<token.end, bytes)
        else { return false }
        return CSSUnit.hiddenIndents.contains(bytes.number(token.start + 1..<token.numberEnd) * unit)
    }

    private func isLow(_ number: Double, _ token: CSSToken, _ followsSlash: Bool, _ bytes: Span<UInt8>) -> Bool {
        if token.kind == .number {
            let isMultiple = property.extent == .lineHeight || property.extent == .font && followsSlash
            // A weight stands in `font` without a unit.
            return number * (isMultiple ? 16 : 1) <= CSSUnit.maximumHeight
        }
        let unit = token.numberEnd..<token.end
        if property.extent.isSpacing, CSSUnit.isOfWidth(unit, bytes) { return number <= CSSUnit.maximumShare }
        return CSSUnit.pixels(unit, bytes).map { number * $0 <= CSSUnit.maximumHeight } ?? false
    }
}
