/// What the declarations of a style attribute mean for a reader of text.
package struct HTMLInlineStyle: Sendable {
    /// Whether `visibility` hides what is in the element (false) or takes that back (true); nil if that stays what it is.
    package private(set) var isVisible: Bool?
    /// Whether text gets a size of zero (true) or an absolute size above it (false); nil if the size stays what it is.
    package private(set) var hasZeroTextSize: Bool?
    /// Bold is taken back, as word processors do on the element they put around everything.
    package private(set) var hasNormalWeight = false
    /// Width and height in pixels, as far as they are given so.
    package private(set) var width: Int?
    package private(set) var height: Int?
    /// Whether line ends of the source are shown as such (true) or as spaces (false); nil if that stays what it is.
    package private(set) var keepsLineEnds: Bool?
    /// Whether all white space is shown as it is.
    package private(set) var keepsSpaces = false
    private var hasNoBox = false
    private var isTransparent = false
    private var hasNoHeight = false
    private var hidesOverflow = false

    /// Nothing of the element is shown, whatever is in it. What `visibility` hides is told by ``HTMLVisibility``.
    package var isHidden: Bool {
        // `mso-hide` is not among them: it hides in Outlook alone, where something else stands for what it hides.
        hasNoBox || isTransparent || hasNoHeight && (hidesOverflow || hasZeroTextSize == true)
    }

    /// The style of an element; nil if it has no such attribute.
    ///
    /// - Parameter bytes: The document's `textBytes`.
    package init?(of node: HTMLNode, in document: HTMLDocument, bytes: [UInt8]) {
        guard let range = document.attributeRange("style", of: node) else { return nil }
        self.init(bytes, in: range)
    }

    /// The style that the value of an attribute gives.
    package init(_ value: String) {
        let bytes = Array(value.utf8)
        self.init(bytes, in: 0..<bytes.count)
    }

    /// Reads the declarations between semicolons; of what is not known here nothing is taken.
    ///
    /// - Parameters:
    ///   - bytes: A buffer that holds the attribute's value.
    ///   - range: Where the value stands in it.
    package init(_ bytes: [UInt8], in range: Range<Int>) {
        if let plain = bytes.withoutComments(range) {
            read(plain, 0..<plain.count)
        } else {
            read(bytes, range)
        }
    }

    private mutating func read(_ bytes: [UInt8], _ range: Range<Int>) {
        /// The properties that a declaration with `!important` has set, which others do not change.
        var importantProperties: UInt16 = 0
        var start = range.lowerBound
        while start < range.upperBound {
            var end = start
            var colon = -1
            while end < range.upperBound, bytes[end] != 0x3B {
                if bytes[end] == 0x3A, colon < 0 { colon = end }
                end += 1
            }
            if colon >= 0, let property = HTMLStyleProperty(bytes, bytes.trimmed(start..<colon)) {
                let value = bytes.trimmed(colon + 1..<end)
                let important = bytes.withoutImportance(value)
                if important != nil || importantProperties & property.rawValue == 0 { set(property, bytes, important ?? value) }
                if important != nil { importantProperties |= property.rawValue }
            }
            start = end + 1
        }
    }

    private mutating func set(_ property: HTMLStyleProperty, _ bytes: [UInt8], _ value: Range<Int>) {
        switch property {
        case .width: width = bytes.pixels(value)
        case .height: height = bytes.pixels(value)
        case .display: hasNoBox = bytes.begins(with: "none", value)
        case .opacity: isTransparent = bytes.isZero(value)
        case .overflow: hidesOverflow = bytes.begins(with: "hidden", value)
        case .fontSize: readTextSize(bytes, value)
        case .visibility: readVisibility(bytes, value)
        case .maxHeight: hasNoHeight = bytes.isZero(value)
        case .fontWeight: hasNormalWeight = bytes.begins(with: "normal", value) || bytes.begins(with: "400", value)
        case .whiteSpace: readWhiteSpace(bytes, value)
        }
    }

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
            // rem is absolute, em is not.
            hasZeroTextSize = false
        }
    }
}
