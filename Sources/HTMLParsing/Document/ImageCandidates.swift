internal import WebAddresses

/// The value of an attribute `srcset`: addresses with their widths or densities.
///
/// - SeeAlso: [HTML, parsing a srcset attribute](https://html.spec.whatwg.org/multipage/images.html#parsing-a-srcset-attribute)
public struct ImageCandidates: Equatable {
    /// An address of the list.
    public struct Candidate: Equatable {
        /// The address as written.
        public var address: String
        /// The width or density, such as `640w` or `2x`; empty for none.
        public let descriptor: String
    }

    /// The addresses in the order of the list.
    public var candidates: [Candidate] = []

    /// Parses an attribute. A comma inside an address belongs to it, and one at its end does not.
    public init(_ text: String) {
        var rest = Array(text.unicodeScalars)[...]
        while true {
            rest = rest.drop { Self.isSpace($0) || $0 == "," }
            let address = rest.prefix { !Self.isSpace($0) }
            if address.isEmpty { return }
            rest = rest.dropFirst(address.count)
            guard address.last != "," else {
                var trimmed = address
                while trimmed.last == "," { trimmed.removeLast() }
                candidates.append(Candidate(address: Self.string(trimmed), descriptor: ""))
                continue
            }
            let descriptor = Self.descriptor(&rest)
            candidates.append(Candidate(address: Self.string(address), descriptor: descriptor))
        }
    }

    /// Replaces addresses in the text of an attribute.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - replacement: Returns the new address; nil for one that stays.
    /// - Returns: nil if all addresses stay.
    public static func replaced(in text: String, by replacement: (String) throws -> String?) rethrows -> String? {
        var list = ImageCandidates(text)
        var isChanged = false
        for index in list.candidates.indices {
            guard let changed = try replacement(list.candidates[index].address) else { continue }
            list.candidates[index].address = escaped(changed)
            isChanged = true
        }
        return isChanged ? list.text : nil
    }

    /// The text of the attribute.
    public var text: String {
        candidates.map { $0.descriptor.isEmpty ? $0.address : "\($0.address) \($0.descriptor)" }.joined(separator: ", ")
    }

    /// Percent-encodes the characters that a candidate cannot hold: white space, and a comma at the start or the end of the address.
    public static func escaped(_ address: String) -> String {
        var text = String(address.unicodeScalars.map { isSpace($0) ? PercentEncoding.encoded(String($0)) : String($0) }.joined())
        if text.hasPrefix(",") { text = "%2C" + text.dropFirst() }
        if text.hasSuffix(",") { text = text.dropLast() + "%2C" }
        return text
    }

    /// Removes and returns the text up to the next comma outside of parentheses.
    private static func descriptor(_ rest: inout ArraySlice<Unicode.Scalar>) -> String {
        var depth = 0
        let end = rest.firstIndex { scalar in
            if scalar == "(" { depth += 1 } else if scalar == ")" { depth = max(0, depth - 1) }
            return scalar == "," && depth == 0
        }
        let taken = rest[..<(end ?? rest.endIndex)]
        rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
        return string(taken).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Whether a character is ASCII white space, as HTML defines it.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "\t", "\n", "\u{C}", "\r": true
        default: false
        }
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(scalars)) }
}

/// The attributes in which lazy loaders keep what a script moves to `src` and `srcset`.
enum LazyImageAttributes {
    /// Addresses that take the place of `src`: lazysizes and WordPress, a3 Lazy Load and WP Rocket, jQuery's Lazy Load, and others.
    static let addresses = [
        "data-src", "data-lazy-src", "data-original", "data-lazy", "data-original-src", "data-hi-res-src", "data-actualsrc", "data-echo",
        "data-ll-src", "data-runner-src",
    ]
    /// Lists that take the place of `srcset`.
    static let lists = ["data-srcset", "data-lazy-srcset", "data-original-set", "data-ll-srcset"]
    /// Addresses of the same image for other purposes. They count where `src` is a placeholder: Squarespace, and galleries of WordPress.
    static let others = ["data-image", "data-large-file", "data-orig-file", "data-full-url", "data-url"]
    /// The elements that AMP has in place of `img`.
    static let elements = ["amp-img", "amp-anim"]

    /// The attributes, without a value, of the elements that AMP shows before an image is loaded, or if it cannot be loaded.
    static let standIns = ["placeholder", "fallback"]

    static let all = addresses + lists + others + elements

    /// Whether the value of such an attribute is an address: no flag such as `true`, no JSON, and no pattern such as `a-{width}.jpg`.
    ///
    /// - Parameters:
    ///   - value: The value, without surrounding white space.
    ///   - isAlone: Whether the image has no other address, so that a single word counts as one, too.
    static func isAddress(_ value: ArraySlice<UInt8>, isAlone: Bool = false) -> Bool {
        (isAlone || value.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }) && !value.contains(UInt8(ascii: "{"))
            && value.first != UInt8(ascii: "<") && value.first != UInt8(ascii: "[")
    }

    /// Whether an address has a host, and the file name of a picture.
    static func isPictureFile(_ address: String) -> Bool {
        let text = address.lowercased()
        guard ["https://", "http://", "//"].contains(where: text.hasPrefix) else { return false }
        let name = String(decoding: ImagePlaceholder.fileName(Array(text.utf8)[...]), as: UTF8.self)
        return [".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg"].contains(where: name.hasSuffix)
    }
}

/// Recognises images that stand for others until a script has run.
enum ImagePlaceholder {
    /// The names of such files, without extension.
    private static let names: Set<String> = [
        "placeholder", "blank", "spacer", "transparent", "pixel", "1x1", "loading", "loader", "lazyload", "lazy", "empty", "clear", "dummy",
        "grey", "gray", "trans",
    ]
    /// The greatest length of such a name, in bytes.
    private static let maximumName = 40

    /// Whether an address leads to no picture of its own: it is missing, holds the data itself, or names a file such as `placeholder.png`.
    ///
    /// - Parameter address: The value of `src`, without surrounding white space.
    static func matches(_ address: ArraySlice<UInt8>) -> Bool {
        if isNoFile(address) { return true }
        let name = fileName(address)
        guard name.count <= maximumName else { return false }
        let text = String(decoding: name.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self).lowercased()
        return names.contains(text) || text.hasSuffix("placeholder") || text.hasPrefix("placeholder")
    }

    /// Whether an address leads to no file.
    static func isNoFile(_ address: ArraySlice<UInt8>) -> Bool {
        guard let first = address.first, first != UInt8(ascii: "#") else { return true }
        return ["data:", "about:"].contains { scheme in
            address.count >= scheme.utf8.count && zip(address, scheme.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
        }
    }

    /// The last name of the path of an address.
    static func fileName(_ address: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let path = address.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return path.lastIndex(of: UInt8(ascii: "/")).map { path[($0 + 1)...] } ?? path
    }
}
