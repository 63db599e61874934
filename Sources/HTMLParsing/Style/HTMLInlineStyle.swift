/// What the declarations of a style attribute mean for a reader of text.
package struct HTMLInlineStyle: Sendable {
    /// Nothing of the element is shown.
    package private(set) var isHidden = false
    /// Whether text gets a size of zero (true) or an absolute size above it (false); nil if the size stays what it is.
    package private(set) var hasNoTextSize: Bool?
    /// Bold is taken back, as word processors do on the element they put around everything.
    package private(set) var isNotBold = false
    /// Width and height in pixels, as far as they are given so.
    package private(set) var width: Int?
    package private(set) var height: Int?
    /// Whether line ends of the source are shown as such (true) or as spaces (false); nil if that stays what it is.
    package private(set) var keepsLineEnds: Bool?
    /// Whether all white space is shown as it is.
    package private(set) var keepsSpaces = false

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
        var (hasNoBox, isTransparent, isInvisible, hasNoHeight, hidesOverflow) = (false, false, false, false, false)
        var start = range.lowerBound
        while start < range.upperBound {
            var end = start
            var colon = -1
            while end < range.upperBound, bytes[end] != 0x3B {
                if bytes[end] == 0x3A, colon < 0 { colon = end }
                end += 1
            }
            if colon >= 0 {
                let name = bytes.trimmed(start..<colon)
                let value = bytes.trimmed(colon + 1..<end)
                switch name.count {
                case 5 where bytes.matches("width", name): width = bytes.pixels(value)
                case 6 where bytes.matches("height", name): height = bytes.pixels(value)
                case 7 where bytes.matches("display", name): hasNoBox = bytes.begins(with: "none", value)
                case 7 where bytes.matches("opacity", name): isTransparent = bytes.isZero(value)
                case 8 where bytes.matches("overflow", name): hidesOverflow = bytes.begins(with: "hidden", value)
                case 9 where bytes.matches("font-size", name): readTextSize(bytes, value)
                case 10 where bytes.matches("visibility", name):
                    isInvisible = bytes.begins(with: "hidden", value) || bytes.begins(with: "collapse", value)
                case 10 where bytes.matches("max-height", name): hasNoHeight = bytes.isZero(value)
                case 11 where bytes.matches("font-weight", name):
                    isNotBold = bytes.begins(with: "normal", value) || bytes.begins(with: "400", value)
                case 11 where bytes.matches("white-space", name): readWhiteSpace(bytes, value)
                default: break
                }
            }
            start = end + 1
        }
        // `mso-hide` is not among them: it hides in Outlook alone, where something else stands for what it hides.
        isHidden = hasNoBox || isTransparent || isInvisible || hasNoHeight && (hidesOverflow || hasNoTextSize == true)
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
            hasNoTextSize = true
        } else if !value.isEmpty, bytes[value.upperBound - 1] != 0x25, bytes[value.upperBound - 1] | 0x20 != 0x6D {
            hasNoTextSize = false
        } else if value.count > 3, bytes[value.upperBound - 3] | 0x20 == 0x72 {
            // rem is absolute, em is not.
            hasNoTextSize = false
        }
    }
}
