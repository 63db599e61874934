// Images inside `noscript`: for readers without scripts, who see no lazy image.
extension LazyImageResolver {
    /// The maximum number of siblings and levels that are searched for the lazy image of a `noscript`.
    private static let nearby = 4
    /// The least width and height at which an image counts as content without other evidence, in CSS pixels.
    private static let smallestPicture = 16

    /// Whether an image inside `noscript` may be meant for readers. Most others are trackers: a few pixels large, often with alternative
    /// text.
    func isPicture(_ image: HTMLNode) -> Bool {
        if hasPlaceholder(image) { return false }
        if let style = document.attribute("style", of: image).map({ HTMLInlineStyle($0) }), style.isHidden || style.isVisible == false {
            return false
        }
        return !["width", "height"].contains { side(image, $0).map { $0 <= HiddenContent.maximumPixelSize } ?? false }
    }

    /// Gives the lazy image beside a `noscript` the address of the image inside. Without such a neighbour, moves the image before the
    /// `noscript`. In both cases the `noscript` loses its image, so that a second pass changes nothing.
    mutating func pair(_ noscript: HTMLNode, _ images: [HTMLNode]) {
        if images.count == 1, let image = images.first, let neighbour = neighbour(of: noscript), let address = address(of: image) {
            if lazy.contains(neighbour) { return document.remove(image) }
            if hasPlaceholder(neighbour) || areAlike(neighbour, image) {
                show(address, in: neighbour)
                for name in ["alt", "srcset"] where document.attribute(name, of: neighbour)?.isEmpty ?? true {
                    document.setAttribute(name, to: document.attribute(name, of: image), of: neighbour)
                }
                shown.insert(address)
                return document.remove(image)
            }
        }
        for image in images where isEvident(image, in: noscript) {
            let isNew = address(of: image).map { shown.insert($0).inserted } ?? false
            if isNew { document.insert(image, before: noscript) } else { document.remove(image) }
        }
    }

    /// Whether an image and the one inside `noscript` show the same: they have the same alternative text, or files that are copies.
    private func areAlike(_ image: HTMLNode, _ other: HTMLNode) -> Bool {
        if HiddenContent.hasAlternative(other, in: document) {
            return document.attribute("alt", of: image) == document.attribute("alt", of: other)
        }
        return isCopy(image, of: other)
    }

    /// Whether an image has the same file as another one, or a smaller copy of it.
    ///
    /// - Parameter isMarked: Whether other evidence marks the image as a copy, so that the folders may differ.
    private func isCopy(_ image: HTMLNode, of other: HTMLNode, isMarked: Bool = false) -> Bool {
        guard let copy = address(of: image), let original = address(of: other) else { return false }
        let isSmaller = ImageCopy.isSize(side(image, "width"), smallerThan: side(other, "width"))
        return ImageCopy.matches(copy, original, anyFolder: isMarked || isSmaller)
    }

    /// Whether an image inside `noscript` is certainly no tracker: it has alternative text or a size, or stands in a figure.
    private func isEvident(_ image: HTMLNode, in noscript: HTMLNode) -> Bool {
        if HiddenContent.hasAlternative(image, in: document) { return true }
        if ["width", "height"].allSatisfy({ side(image, $0).map { $0 >= Self.smallestPicture } ?? false }) { return true }
        var place = document.parent(of: noscript)
        for _ in 0..<Self.nearby {
            guard let node = place else { return false }
            if document.isHTML(node, .figure) || document.isHTML(node, .picture) { return true }
            place = document.parent(of: node)
        }
        return false
    }

    /// The image directly before or after a `noscript`; if its parent contains nothing else, the image beside the parent.
    private func neighbour(of noscript: HTMLNode) -> HTMLNode? {
        var place = noscript
        for _ in 0..<Self.nearby {
            let before = sibling(of: place, document.previousSibling)
            let behind = sibling(of: place, document.nextSibling)
            let found =
                before.flatMap { image(in: $0, document.lastChild, document.previousSibling) }
                ?? behind.flatMap { image(in: $0, document.firstChild, document.nextSibling) }
            if found != nil || before != nil || behind != nil { return found }
            guard let parent = document.parent(of: place), document.kind(of: parent) == .element else { return nil }
            place = parent
        }
        return nil
    }

    /// The next element in a direction, if only white space and comments are in between.
    private func sibling(of node: HTMLNode, _ next: (HTMLNode) -> HTMLNode?) -> HTMLNode? {
        var place = next(node)
        for _ in 0..<Self.nearby {
            guard let node = place else { return nil }
            if document.kind(of: node) == .element { return node }
            guard document.isBlank(node) else { return nil }
            place = next(node)
        }
        return nil
    }

    /// The image at the edge of an element: the element itself, or the first or last one in it.
    private func image(in node: HTMLNode, _ child: (HTMLNode) -> HTMLNode?, _ next: (HTMLNode) -> HTMLNode?) -> HTMLNode? {
        var place = node
        for _ in 0..<Self.nearby {
            if document.isHTML(place, .img) { return place }
            switch document.tag(of: place) {
            case .picture, .span, .div, .a, .figure: break
            default: return nil
            }
            guard let inner = child(place), let element = document.kind(of: inner) == .element ? inner : sibling(of: inner, next) else {
                return nil
            }
            place = element
        }
        return nil
    }

    /// Removes the small or blurred copy that stands in for a lazy image beside it.
    mutating func removeStandIn(_ image: HTMLNode) {
        if lazy.contains(image) || HiddenContent.hasAlternative(image, in: document) { return }
        var next = sibling(of: image, document.nextSibling)
        // A script draws the blurred copy there.
        let canvas = next.flatMap { document.isHTML($0, .canvas) ? $0 : nil }
        if let canvas { next = sibling(of: canvas, document.nextSibling) }
        guard let next, let other = self.image(in: next, document.lastChild, document.previousSibling), lazy.contains(other) else { return }
        let isDecoration = document.attribute("aria-hidden", of: image) == "true" && hasPlaceholder(image)
        if isDecoration || isCopy(image, of: other, isMarked: canvas != nil) { document.remove(image) }
    }
}

/// Tells a small copy of an image from another image with the same file name, by their addresses.
private enum ImageCopy {
    /// The possible widths of a blurred copy, in pixels. A smaller number is more likely the ID of an article or a page.
    private static let sizes = 16...128
    /// The least ratio of the widths of an image and its copy.
    private static let leastScale = 4

    /// Whether a number may be the size of a small copy.
    static func isSize(_ size: Int?, smallerThan other: Int?) -> Bool {
        guard let size, let other else { return false }
        return sizes.contains(size) && size <= other / leastScale
    }

    /// Whether one address is that of another image or of a small copy of it: `/max/60/a.png` of `/max/1400/a.png`, `a.png?w=20` of
    /// `a.png?w=800`.
    ///
    /// - Parameter anyFolder: Whether other evidence marks the image as a copy, so that the folders may differ.
    static func matches(_ copy: String, _ original: String, anyFolder: Bool) -> Bool {
        let (left, right) = (Parts(copy), Parts(original))
        guard let name = left.path.last, !name.isEmpty, name == right.path.last else { return false }
        // A parameter can choose the image. If one address has none, the other's parameters only say how the file is delivered.
        let hasOneQuery = left.query.isEmpty || right.query.isEmpty || isCopy(left.query, of: right.query)
        return hasOneQuery && (anyFolder || isCopy(left.path, of: right.path))
    }

    /// The parts of an address between its slashes, and its parameters.
    private struct Parts {
        let path: [Substring]
        let query: [Substring]

        init(_ address: String) {
            let address = address.prefix { $0 != "#" }
            let path = address.prefix { $0 != "?" }
            self.path = path.split(separator: "/", omittingEmptySubsequences: false)
            query = address[path.endIndex...].dropFirst().split(separator: "&")
        }
    }

    private static func isCopy(_ parts: [Substring], of others: [Substring]) -> Bool {
        parts.count == others.count && zip(parts, others).allSatisfy { $0 == $1 || isCopy($0, of: $1) }
    }

    /// Whether two parts differ in sizes alone: `w_60` and `w_1400`, `60x40` and `1400x900`.
    private static func isCopy(_ part: Substring, of other: Substring) -> Bool {
        let (left, right) = (digits(of: part), digits(of: other))
        guard part[..<left.startIndex] == other[..<right.startIndex], isSize(Int(left), smallerThan: Int(right)) else { return false }
        let (rest, otherRest) = (part[left.endIndex...], other[right.endIndex...])
        return rest == otherRest || isCopy(rest, of: otherRest)
    }

    /// The first number in a text.
    private static func digits(of text: Substring) -> Substring {
        text.drop { !("0"..."9" ~= $0) }.prefix { "0"..."9" ~= $0 }
    }
}
