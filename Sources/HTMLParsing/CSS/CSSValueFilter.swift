/// The value of a declaration, checked token by token.
struct CSSValueFilter {
    /// `!important`, and whether the source has a space before it, which the output keeps.
    struct Importance {
        let hasSpaceBefore: Bool
    }

    /// The kind of an open function or parenthesis.
    enum Group {
        /// `calc()`, or a parenthesis in it.
        case calculation
        /// `min()`: the smallest of several lengths.
        case minimum
        /// A color or a gradient. Its numbers are no lengths.
        case color
    }

    /// The maximum length of a value, in bytes. Longer values are removed.
    private static let maximumBytes = 1000
    /// The maximum nesting depth of functions and parentheses.
    static let maximumDepth = 16

    var tokens: ArraySlice<CSSToken>
    let property: CSSAllowedProperty
    let isLimited: Bool
    /// The open parentheses.
    var groups: [Group] = []

    /// - Parameter isLimited: Whether lengths that make a frame grow without end are not allowed.
    init(_ tokens: ArraySlice<CSSToken>, of property: CSSAllowedProperty, isLimited: Bool) {
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
        // The end of the source closes the open parentheses.
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
            // In `font`, a number without a unit is the weight, unless it follows a slash.
            return number * (isMultiple ? 16 : 1) <= CSSUnit.maximumHeight
        }
        let unit = token.numberEnd..<token.end
        if property.extent.isSpacing, CSSUnit.isOfWidth(unit, bytes) { return number <= CSSUnit.maximumShare }
        return CSSUnit.pixels(unit, bytes).map { number * $0 <= CSSUnit.maximumHeight } ?? false
    }
}

/// The tokens that a value may hold.
extension CSSValueFilter {
    mutating func isAllowed(_ token: CSSToken, _ followsSlash: Bool, _ bytes: Span<UInt8>) -> Bool {
        guard !token.hasEscape else { return false }
        let isInCalculation = groups.last == .calculation
        switch token.kind {
        case .whitespace: return true
        case .comma: return !isInCalculation
        case .ident: return !isInCalculation && isKeyword(token.start..<token.end, bytes)
        case .hash: return token.name.allSatisfy { bytes[$0].isASCIILetter || bytes[$0].isASCIIDigit }
        case .string: return token.isClosed && token.name.allSatisfy { Self.isAllowedInString(bytes[$0]) }
        case .number, .percentage, .dimension: return isAllowed(number: token, followsSlash, bytes)
        case .delim:
            return token.delimiter == UInt8(ascii: "/") || token.delimiter == UInt8(ascii: "*") || token.delimiter == UInt8(ascii: "+")
        case .openParenthesis: return open(.calculation) && isInCalculation
        case .function:
            if bytes.matches("calc", token.name) { return !(isLimited && property.extent.isHeight) && open(.calculation) }
            if bytes.matches("min", token.name) { return isLimited && property.extent.isSpacing && open(.minimum) }
            let isColor = Self.colors.contains { bytes.matches($0, token.name) }
            let isGradient = property.isBackground && Self.gradients.contains { bytes.matches($0, token.name) }
            return !isInCalculation && (isColor || isGradient) && open(.color)
        case .closeParenthesis: return groups.popLast() != nil
        default: return false
        }
    }

    mutating func open(_ group: Group) -> Bool {
        groups.append(group)
        return groups.count <= Self.maximumDepth
    }

    /// Whether a word is a keyword. A minus must stand beside a letter. The keyword `-infinity` is not allowed, because it is a negative
    /// number in `calc()`.
    ///
    /// - SeeAlso: [CSS Values 4, Degenerate numeric constants](https://www.w3.org/TR/css-values-4/#calc-error-constants)
    private func isKeyword(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
        for index in range {
            let byte = bytes[index]
            if byte.isASCIILetter || byte.isASCIIDigit { continue }
            guard byte == UInt8(ascii: "-") else { return false }
            let followsLetter = index > range.lowerBound && bytes[index - 1].isASCIILetter
            let precedesLetter = index + 1 < range.upperBound && bytes[index + 1].isASCIILetter
            if !followsLetter && !precedesLetter { return false }
        }
        return !(bytes[range.lowerBound] == UInt8(ascii: "-") && bytes.matches("-infinity", range.prefix(9)))
    }

    /// Whether a byte may occur in a quoted string. Only font names in any language are expected there.
    private static func isAllowedInString(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 || byte == 0x20 || byte == 0x2D || byte == 0x5F || byte == 0x2C
            || byte == 0x2E
    }

    static let colors: [StaticString] = ["rgb", "rgba", "hsl", "hsla"]
    private static let gradients: [StaticString] = [
        "linear-gradient", "radial-gradient", "repeating-linear-gradient", "repeating-radial-gradient", "conic-gradient",
    ]
}

/// Colors in a value.
extension CSSValueFilter {
    /// The tokens of the last color outside of any function.
    func lastColor(_ bytes: Span<UInt8>) -> ArraySlice<CSSToken>? {
        var found: ArraySlice<CSSToken>?
        var index = tokens.startIndex
        while index < tokens.endIndex {
            let token = tokens[index]
            let start = index
            index += 1
            if token.kind == .function || token.kind == .openParenthesis {
                var depth = 1
                while index < tokens.endIndex, depth > 0 {
                    if tokens[index].kind == .function || tokens[index].kind == .openParenthesis { depth += 1 }
                    if tokens[index].kind == .closeParenthesis { depth -= 1 }
                    index += 1
                }
            }
            let isColor =
                switch token.kind {
                case .hash: [3, 4, 6, 8].contains(token.name.count) && token.name.allSatisfy { bytes[$0].hexDigitValue != nil }
                case .function: Self.colors.contains { bytes.matches($0, token.name) }
                case .ident: CSSNamedColors.contains(bytes, token.start..<token.end)
                default: false
                }
            if isColor { found = tokens[start..<index] }
        }
        return found
    }
}

/// The colors that CSS has names for.
///
/// - SeeAlso: [CSS Color 4, Named colors](https://www.w3.org/TR/css-color-4/#named-colors)
public enum CSSNamedColors {
    /// The opaque colors: lower-case names, each with its six hexadecimal digits.
    public static let digits: [String: String] = {
        let words = table.split(whereSeparator: \.isWhitespace).map(String.init)
        return Dictionary(uniqueKeysWithValues: stride(from: 0, to: words.count, by: 2).map { (words[$0], words[$0 + 1]) })
    }()

    /// The bytes of all names.
    private static let names = Set((digits.keys + ["transparent", "currentcolor"]).map { Array($0.utf8) })

    /// Whether the range is the name of a color, ignoring ASCII case.
    static func contains(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        names.contains(range.map { bytes[$0].asciiLowercased })
    }

    private static let table = """
        aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4 black 000000
        blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0 chartreuse 7fff00
        chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b
        darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b
        darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a
        darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f darkturquoise 00ced1
        darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick b22222
        floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520
        gray 808080 green 008000 greenyellow adff2f grey 808080 honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082
        ivory fffff0 khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6
        lightcoral f08080 lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3
        lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899 lightslategrey 778899
        lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000
        mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371
        mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970
        mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000
        olivedrab 6b8e23 orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee
        palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6
        purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513 salmon fa8072
        sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d silver c0c0c0 skyblue 87ceeb slateblue 6a5acd
        slategray 708090 slategrey 708090 snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8
        tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00
        yellowgreen 9acd32
        """
}
