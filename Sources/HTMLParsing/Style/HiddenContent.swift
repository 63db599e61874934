/// The rules for content of a document that is not displayed.
public enum HiddenContent {
    /// Whether a browser displays nothing of an element, because of its tag, its attribute `hidden`, or a style.
    ///
    /// - Parameters:
    ///   - style: The element's style, if it has one.
    ///   - visibility: The text and the elements that `visibility` hides in the document.
    ///   - asHTML: Whether the caller writes the element as HTML, which shows more than text.
    public static func hides(
        _ node: HTMLNode, in document: HTMLDocument, style: HTMLInlineStyle?, visibility: HTMLVisibility, asHTML: Bool = false
    ) -> Bool {
        let tag = document.tag(of: node)
        if asHTML ? tag.isUnsafeToKeep : hides(tag) { return true }
        return document.attributeRange("hidden", of: node) != nil || style?.isHidden ?? false || visibility.hides(node)
    }

    /// Whether the content of an HTML element with this tag is no part of the text: scripts, form controls, embedded content and its
    /// fallbacks.
    public static func hides(_ tag: HTMLTag) -> Bool {
        switch tag {
        case .head, .style, .script, .template, .noscript, .iframe, .noembed, .noframes, .object, .applet, .video, .audio, .canvas,
            .textarea, .select, .datalist, .optgroup, .option, .title, .meta, .link, .base, .basefont, .bgsound, .colgroup, .col, .area,
            .map,
            .param, .source, .track, .embed, .frame, .frameset, .progress, .meter:
            true
        default: false
        }
    }

    /// Whether a browser displays an element that ``hides(_:)`` excludes, though not as text. Such an element separates the text around it.
    public static func takesPlace(_ tag: HTMLTag) -> Bool {
        switch tag {
        case .style, .script, .template, .title, .meta, .link, .base, .basefont, .bgsound, .map, .area, .param, .source, .track, .datalist:
            false
        default: hides(tag)
        }
    }

    /// Whether an image is not meant to be seen: it is hidden, or a tracking pixel.
    public static func hidesImage(_ image: HTMLNode, in document: HTMLDocument, bytes: [UInt8], visibility: HTMLVisibility) -> Bool {
        let style = HTMLInlineStyle(of: image, in: document, bytes: bytes)
        return hides(image, in: document, style: style, visibility: visibility)
            || isTrackingPixel(image, in: document, bytes: bytes, style: style)
    }

    /// The maximum width and height of a tracking pixel, in CSS pixels.
    static let maximumPixelSize = 3

    /// Whether an image has alternative text. A tracking pixel has none.
    public static func hasAlternative(_ image: HTMLNode, in document: HTMLDocument) -> Bool {
        guard let range = document.attributeRange("alt", of: image) else { return false }
        return !document.textBytes.trimmed(range).isEmpty
    }

    /// Whether an image is a tracking pixel: it has the size of one, and no alternative text.
    public static func isTrackingPixel(_ image: HTMLNode, in document: HTMLDocument, bytes: [UInt8], style: HTMLInlineStyle?) -> Bool {
        hasPixelSize(image, in: document, bytes: bytes, style: style) && !hasAlternative(image, in: document)
    }

    /// Whether an image has the size of a tracking pixel: at most three pixels wide and high, or no width or height. A single small side
    /// counts if the other one is not set.
    static func hasPixelSize(_ image: HTMLNode, in document: HTMLDocument, bytes: [UInt8], style: HTMLInlineStyle?) -> Bool {
        let width = side(
            style?.width, isSet: style?.setsWidth == true, limit: style?.maxWidth, document.attributeRange("width", of: image), bytes)
        let height = side(
            style?.height, isSet: style?.setsHeight == true, limit: style?.maxHeight, document.attributeRange("height", of: image), bytes)
        if width == 0 || height == 0 { return true }
        return (width ?? height).map { $0 <= maximumPixelSize } == true && (height ?? width).map { $0 <= maximumPixelSize } == true
    }

    /// Returns the size of a side in CSS pixels: nil if it is not set, and a large one if only a browser knows it.
    private static func side(_ styled: Int?, isSet: Bool, limit: Int?, _ attribute: Range<Int>?, _ bytes: [UInt8]) -> Int? {
        let size = isSet ? styled ?? .max : attribute.map { bytes.pixels(bytes.trimmed($0)) ?? .max }
        guard let limit else { return size }
        return min(size ?? limit, limit)
    }
}
