/// The attributes in which lazy loaders keep what a script moves to `src` and `srcset`.
enum LazyImageNames {
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

    /// The attributes, without a value, of what AMP shows before an image is loaded, and in its place.
    static let standIns = ["placeholder", "fallback"]

    static let all = addresses + lists + others + elements

    /// Whether the value of such an attribute is an address: no flag such as `true`, no JSON, and no pattern such as `a-{width}.jpg`.
    ///
    /// - Parameters:
    ///   - value: The value, without surrounding white space.
    ///   - isAlone: Whether the image has no other address, so that a single word is one, too.
    static func isAddress(_ value: ArraySlice<UInt8>, isAlone: Bool = false) -> Bool {
        (isAlone || value.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }) && !value.contains(UInt8(ascii: "{"))
            && value.first != UInt8(ascii: "<") && value.first != UInt8(ascii: "[")
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
