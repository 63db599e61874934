/// The CSS properties that decide which content is visible, on which line it stands, how its white space is shown, and whether text is
/// bold, italic, struck, raised or lowered. The raw values are bits of a set.
enum HTMLStyleProperty: UInt32 {
    case width = 0x1
    case height = 0x2
    case display = 0x4
    case opacity = 0x8
    case overflow = 0x10
    case fontSize = 0x20
    case visibility = 0x40
    case maxHeight = 0x80
    case fontWeight = 0x100
    case whiteSpace = 0x200
    case maxWidth = 0x400
    /// A padding above or below the content.
    case padding = 0x800
    case margin = 0x1000
    case marginTop = 0x2000
    case marginBottom = 0x4000
    /// `float` and `position`, which can take an element out of its line.
    case placement = 0x8000
    case font = 0x1_0000
    case fontStyle = 0x2_0000
    /// `text-decoration` and `text-decoration-line`.
    case textDecoration = 0x4_0000
    case verticalAlign = 0x8_0000

    /// Finds the property with this name; nil for all other properties.
    init?(_ bytes: [UInt8], _ name: Range<Int>) {
        switch name.count {
        case 4 where bytes.matches("font", name): self = .font
        case 5 where bytes.matches("width", name): self = .width
        case 5 where bytes.matches("float", name): self = .placement
        case 6 where bytes.matches("height", name): self = .height
        case 6 where bytes.matches("margin", name): self = .margin
        case 7 where bytes.matches("display", name): self = .display
        case 7 where bytes.matches("opacity", name): self = .opacity
        case 7 where bytes.matches("padding", name): self = .padding
        case 8 where bytes.matches("overflow", name): self = .overflow
        case 8 where bytes.matches("position", name): self = .placement
        case 9 where bytes.matches("font-size", name): self = .fontSize
        case 9 where bytes.matches("max-width", name): self = .maxWidth
        case 10 where bytes.matches("visibility", name): self = .visibility
        case 10 where bytes.matches("max-height", name): self = .maxHeight
        case 10 where bytes.matches("margin-top", name): self = .marginTop
        case 10 where bytes.matches("font-style", name): self = .fontStyle
        case 11 where bytes.matches("font-weight", name): self = .fontWeight
        case 11 where bytes.matches("white-space", name): self = .whiteSpace
        case 11 where bytes.matches("padding-top", name): self = .padding
        case 13 where bytes.matches("margin-bottom", name): self = .marginBottom
        case 14 where bytes.matches("padding-bottom", name): self = .padding
        case 14 where bytes.matches("vertical-align", name): self = .verticalAlign
        case 15 where bytes.matches("text-decoration", name): self = .textDecoration
        case 20 where bytes.matches("text-decoration-line", name): self = .textDecoration
        default: return nil
        }
    }
}

/// The values that browsers accept. A declaration with any other value has no effect, so that an earlier one stays in force.
extension HTMLStyleProperty {
    /// The words that are allowed for every property.
    private static let common: [StaticString] = ["inherit", "initial", "unset", "revert", "revert-layer"]
    private static let displays: [StaticString] = [
        "none", "block", "inline-block", "inline", "table", "table-cell", "table-row", "flex", "inline-flex", "list-item", "inline-table",
        "table-row-group", "table-header-group", "table-footer-group", "table-column", "table-column-group", "table-caption", "grid",
        "inline-grid", "contents", "flow-root", "flow", "run-in", "ruby", "ruby-base", "ruby-text", "math", "-webkit-box",
        "-webkit-inline-box", "-webkit-flex", "-webkit-inline-flex",
    ]
    private static let visibilities: [StaticString] = ["hidden", "visible", "collapse"]
    private static let sizes: [StaticString] = ["auto", "none", "min-content", "max-content", "fit-content", "stretch"]

    /// Whether browsers accept a value. There is no check of properties that cannot hide an image.
    func accepts(_ bytes: [UInt8], _ value: Range<Int>) -> Bool {
        switch self {
        case .display: Self.isWord(bytes, bytes.firstWord(value), Self.displays)
        case .visibility: Self.isWord(bytes, value, Self.visibilities)
        case .opacity: bytes.startsNumber(value) || Self.isWord(bytes, value, [])
        case .width, .height, .maxWidth, .maxHeight: bytes.startsNumber(value) || Self.isWord(bytes, value, Self.sizes)
        case .overflow, .font, .fontSize, .fontStyle, .fontWeight, .textDecoration, .verticalAlign, .whiteSpace, .padding, .margin,
            .marginTop,
            .marginBottom, .placement:
            true
        }
    }

    private static func isWord(_ bytes: [UInt8], _ value: Range<Int>, _ words: [StaticString]) -> Bool {
        words.contains { bytes.matches($0, value) } || common.contains { bytes.matches($0, value) }
    }
}

extension [UInt8] {
    /// The part before the first white space.
    func firstWord(_ range: Range<Int>) -> Range<Int> {
        range.lowerBound..<(self[range].firstIndex(where: \.isHTMLWhitespace) ?? range.upperBound)
    }

    /// Whether the range begins with a number that is not negative, or with a function such as `calc()`.
    fileprivate func startsNumber(_ range: Range<Int>) -> Bool {
        guard let first = range.first.map({ self[$0] }) else { return false }
        return first.isASCIIDigit || first == UInt8(ascii: ".") || first == UInt8(ascii: "+") || self[range].contains(UInt8(ascii: "("))
    }
}

/// Finds the declarations of the properties that ``HTMLStyleProperty`` names, in a style attribute or a block of a style sheet.
///
/// Splits at each semicolon, even in a string: a style that hides content contains no strings.
struct HTMLStyleDeclarations {
    /// A property and its value.
    struct Declaration {
        let property: HTMLStyleProperty
        /// The range of the value without white space at its ends and without `!important`.
        let value: Range<Int>
        let isImportant: Bool
    }

    private var start: Int
    private let end: Int
    /// The properties set with `!important`. Later declarations without it do not override them.
    private var importantProperties: UInt32 = 0

    init(in range: Range<Int>) {
        (start, end) = (range.lowerBound, range.upperBound)
    }

    /// Returns the next declaration that overrides those before it; nil at the end.
    ///
    /// - Parameter bytes: A buffer that holds the declarations, the same on every call.
    mutating func next(_ bytes: [UInt8]) -> Declaration? {
        while start < end {
            var place = start
            var colon = -1
            while place < end, bytes[place] != 0x3B {
                if bytes[place] == 0x3A, colon < 0 { colon = place }
                place += 1
            }
            let name = start..<max(start, colon)
            start = place + 1
            guard colon >= 0, let property = HTMLStyleProperty(bytes, bytes.trimmed(name)) else { continue }
            let whole = bytes.trimmed(colon + 1..<place)
            let important = bytes.withoutImportance(whole)
            let value = important ?? whole
            guard property.accepts(bytes, value) else { continue }
            guard important != nil else {
                if importantProperties & property.rawValue != 0 { continue }
                return Declaration(property: property, value: value, isImportant: false)
            }
            importantProperties |= property.rawValue
            return Declaration(property: property, value: value, isImportant: true)
        }
        return nil
    }
}
