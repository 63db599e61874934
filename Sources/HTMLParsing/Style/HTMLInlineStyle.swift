/// The properties of a style attribute that decide which text is visible and how its white space is shown.
public struct HTMLInlineStyle: Sendable {
    /// Whether `visibility` shows the content (true) or hides it (false); nil to inherit.
    public private(set) var isVisible: Bool?
    /// Whether `font-size` is zero (true) or an absolute size above zero (false); nil to inherit.
    public private(set) var hasZeroTextSize: Bool?
    /// The look of the text, as far as HTML has elements for it.
    private(set) var textLook = TextLook()
    /// Width in CSS pixels, if the style sets it independently of the parent element.
    public private(set) var width: Int?
    /// Height in CSS pixels, if the style sets it independently of the parent element.
    public private(set) var height: Int?
    /// Greatest width in CSS pixels, as ``width``.
    public private(set) var maxWidth: Int?
    /// Greatest height in CSS pixels, as ``width``.
    public private(set) var maxHeight: Int?
    /// Whether the style sets a width, known or not.
    private(set) var setsWidth = false
    /// Whether the style sets a height, known or not.
    private(set) var setsHeight = false
    /// Whether width and height depend on the size of the text.
    var isAsLargeAsText: Bool { hasTextWidth && hasTextHeight }
    private var hasTextWidth = false
    private var hasTextHeight = false
    /// Whether `white-space` shows line feeds as line breaks (true) or as spaces (false); nil to inherit.
    public private(set) var keepsLineEnds: Bool?
    /// Whether `white-space` also preserves runs of spaces, as `pre` does and `pre-line` does not.
    public private(set) var keepsSpaces = false
    /// How `display` places the element among its neighbours; nil if the style does not say it.
    package private(set) var display: HTMLDisplay?
    /// Whether each child is a box of its own, as in a flex or grid container.
    package private(set) var boxesChildren = false
    /// Whether `float` or `position` takes the element out of its line.
    package private(set) var isOutOfLine = false
    /// Whether a margin separates the element from the text above or below it.
    package var hasMargin: Bool { hasMarginAbove || hasMarginBelow }
    private var hasMarginAbove = false
    private var hasMarginBelow = false
    private var hasNoBox = false
    private var isTransparent = false
    private var hasNoHeight = false
    private var hidesOverflow = false
    private var hasPadding = false

    /// The opacity below which nothing can be seen.
    static let smallestOpacity = 0.1

    /// Whether the style hides the element with all its descendants. ``HTMLVisibility`` covers `visibility`, which a descendant can
    /// override.
    public var isHidden: Bool {
        // `mso-hide` does not count: only Outlook hides such an element, and shows a replacement for it.
        hasNoBox || isTransparent || hasNoHeight && (hidesOverflow || hasZeroTextSize == true)
    }

    /// Whether the style clips all content of the element: it has no height, no padding, and hides what overflows.
    public var isCollapsed: Bool { height == 0 && hidesOverflow && !hasPadding }

    /// Reads the style attribute of an element; nil if it has none.
    ///
    /// - Parameter bytes: The document's `textBytes`.
    public init?(of node: HTMLNode, in document: HTMLDocument, bytes: [UInt8]) {
        guard let range = document.attributeRange("style", of: node) else { return nil }
        self.init(bytes, in: range)
    }

    /// Reads the value of a style attribute.
    public init(_ value: String) {
        let bytes = Array(value.utf8)
        self.init(bytes, in: 0..<bytes.count)
    }

    /// Reads declarations separated by semicolons and ignores unknown properties.
    ///
    /// - Parameters:
    ///   - bytes: A buffer that holds the attribute's value.
    ///   - range: The range of the value in `bytes`.
    public init(_ bytes: [UInt8], in range: Range<Int>) {
        if let plain = bytes.withoutComments(range) {
            read(plain, 0..<plain.count)
        } else {
            read(bytes, range)
        }
    }

    private mutating func read(_ bytes: [UInt8], _ range: Range<Int>) {
        var declarations = HTMLStyleDeclarations(in: range)
        while let declaration = declarations.next(bytes) { set(declaration.property, bytes, declaration.value) }
    }

    private mutating func set(_ property: HTMLStyleProperty, _ bytes: [UInt8], _ value: Range<Int>) {
        switch property {
        case .width: (width, setsWidth, hasTextWidth) = (bytes.length(value), !bytes.matches("auto", value), bytes.isOfText(value))
        case .height: (height, setsHeight, hasTextHeight) = (bytes.length(value), !bytes.matches("auto", value), bytes.isOfText(value))
        case .maxWidth: maxWidth = bytes.length(value)
        case .display: readDisplay(bytes, bytes.firstWord(value))
        case .opacity: isTransparent = bytes.share(value).map { $0 < Self.smallestOpacity } ?? false
        case .overflow: hidesOverflow = bytes.begins(with: "hidden", value)
        case .fontSize: readTextSize(bytes, value)
        case .visibility: readVisibility(bytes, value)
        case .maxHeight: (hasNoHeight, maxHeight) = (bytes.isZero(value), bytes.length(value))
        case .padding: hasPadding = bytes[value].contains { $0.isASCIIDigit && $0 != UInt8(ascii: "0") }
        case .font: textLook.readFont(bytes, value)
        case .fontStyle: textLook.readSlant(bytes, value)
        case .fontWeight: textLook.readWeight(bytes, value)
        case .textDecoration: textLook.readDecoration(bytes, value)
        case .verticalAlign: textLook.readPosition(bytes, value)
        case .whiteSpace: readWhiteSpace(bytes, value)
        case .margin: readMargins(bytes, value)
        case .marginTop: hasMarginAbove = bytes.isLengthAboveZero(value)
        case .marginBottom: hasMarginBelow = bytes.isLengthAboveZero(value)
        case .placement: isOutOfLine = isOutOfLine || Self.placesOutside.contains { bytes.matches($0, value) }
        }
    }

    private mutating func readDisplay(_ bytes: [UInt8], _ value: Range<Int>) {
        hasNoBox = bytes.matches("none", value)
        display = HTMLDisplay(bytes, value)
        boxesChildren = display != nil && bytes.holdsBoxes(value)
    }

    /// Reads one to four margins: the first is the one above, and the third, if there is one, is the one below.
    private mutating func readMargins(_ bytes: [UInt8], _ value: Range<Int>) {
        let sides = bytes[value].split(whereSeparator: \.isHTMLWhitespace).prefix(3).map { bytes.isLengthAboveZero($0.indices) }
        hasMarginAbove = sides.first ?? false
        hasMarginBelow = sides.count > 2 ? sides[2] : hasMarginAbove
    }

    /// The values of `float` and `position` that take an element out of its line.
    private static let placesOutside: [StaticString] = ["left", "right", "inline-start", "inline-end", "absolute", "fixed"]

    private mutating func readVisibility(_ bytes: [UInt8], _ value: Range<Int>) {
        if bytes.begins(with: "hidden", value) || bytes.begins(with: "collapse", value) {
            isVisible = false
        } else if bytes.begins(with: "visible", value) || bytes.begins(with: "initial", value) {
            isVisible = true
        } else if bytes.begins(with: "inherit", value) || bytes.begins(with: "unset", value) {
            isVisible = nil
        }
    }

    private mutating func readWhiteSpace(_ bytes: [UInt8], _ value: Range<Int>) {
        if bytes.begins(with: "pre", value) || bytes.begins(with: "break-spaces", value) {
            keepsLineEnds = true
            keepsSpaces = !bytes.begins(with: "pre-line", value)
        } else if bytes.begins(with: "normal", value) || bytes.begins(with: "nowrap", value) {
            keepsLineEnds = false
            keepsSpaces = false
        }
    }

    private mutating func readTextSize(_ bytes: [UInt8], _ value: Range<Int>) {
        if bytes.isZero(value) {
            hasZeroTextSize = true
        } else if !value.isEmpty, bytes[value.upperBound - 1] != 0x25, bytes[value.upperBound - 1] | 0x20 != 0x6D {
            hasZeroTextSize = false
        } else if value.count > 3, bytes[value.upperBound - 3] | 0x20 == 0x72 {
            // `rem` does not depend on the parent's font size, unlike `em`.
            hasZeroTextSize = false
        }
    }
}

/// The inherited style of text: what the style attributes of all its ancestors add up to.
package struct HTMLTextStyle: Equatable, Sendable {
    /// Whether the font size is zero.
    package var hasZeroSize = false
    /// Whether `visibility` hides the text.
    package var isHidden = false
    /// Whether `white-space` shows line feeds as line breaks.
    package var keepsLineEnds = false

    /// Creates the initial style: visible text whose line feeds count as spaces.
    package init() {}

    /// Returns the style of text inside an element.
    ///
    /// - Parameter style: The element's own style; nil changes nothing.
    package func changed(by style: HTMLInlineStyle?) -> HTMLTextStyle {
        var changed = self
        if let hasZeroSize = style?.hasZeroTextSize { changed.hasZeroSize = hasZeroSize }
        if let isVisible = style?.isVisible { changed.isHidden = !isVisible }
        if let keepsLineEnds = style?.keepsLineEnds { changed.keepsLineEnds = keepsLineEnds }
        return changed
    }
}

/// How the CSS property `display` places an element among its neighbours.
package enum HTMLDisplay: Sendable {
    /// On lines of its own: `block`, `flex`, `grid`, `table`, `list-item`.
    case block
    /// As a box in a line: `inline-block`, `inline-flex`, `table-cell`.
    case box
    /// As a part of a line: `inline`, `contents`.
    case inline

    /// Reads the first word of a value; nil for `none` and for words that refer to another value.
    ///
    /// - SeeAlso: [CSS Display 2, Box layout modes](https://www.w3.org/TR/css-display-3/#the-display-properties)
    init?(_ bytes: [UInt8], _ word: Range<Int>) {
        func matchesOne(of words: [StaticString]) -> Bool { words.contains { bytes.matches($0, word) } }
        if matchesOne(of: ["none", "inherit", "initial", "unset", "revert", "revert-layer"]) { return nil }
        if matchesOne(of: ["inline", "contents", "run-in", "math", "ruby", "ruby-base", "ruby-text"]) {
            self = .inline
        } else if bytes.begins(with: "inline-", word) || bytes.begins(with: "-webkit-inline-", word) || bytes.matches("table-cell", word) {
            self = .box
        } else {
            self = .block
        }
    }
}

extension HTMLTag {
    /// Whether white space separates an element with this tag from its neighbours, for text that is written as one line.
    package func isSeparated(_ style: HTMLInlineStyle?) -> Bool {
        switch style?.display {
        case .block: true
        case .inline where self == .div || self == .p: false
        case .inline, .box, nil: !isPhrasing
        }
    }
}

extension [UInt8] {
    /// Whether a value of `display` makes each child a box: a flex or grid container.
    func holdsBoxes(_ word: Range<Int>) -> Bool {
        (["flex", "grid", "box"] as [StaticString]).contains { name in
            let start = word.upperBound - name.utf8CodeUnitCount
            return start >= word.lowerBound && matches(name, start..<word.upperBound)
        }
    }

    /// Whether the range is a length above zero, or a formula. `auto` and negative lengths do not count.
    func isLengthAboveZero(_ range: Range<Int>) -> Bool {
        guard let first = range.first.map({ self[$0] }) else { return false }
        if first.isASCIIDigit || first == UInt8(ascii: ".") || first == UInt8(ascii: "+") { return !isZero(range) }
        return self[range].contains(UInt8(ascii: "("))
    }
}
