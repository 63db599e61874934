/// Tells a small copy of an image from another image with the same file name, by their addresses.
enum ImageCopy {
    /// The greatest width of a blurred copy, and the least one, in pixels. A smaller number is rather that of an article or a page.
    private static let sizes = 16...128
    /// How many times as wide the image is at least.
    private static let leastScale = 4

    /// Whether a number may be the size of a small copy.
    static func isSize(_ size: Int?, smallerThan other: Int?) -> Bool {
        guard let size, let other else { return false }
        return sizes.contains(size) && size <= other / leastScale
    }

    /// Whether one address is that of another image or of a small copy of it: `/max/60/a.png` of `/max/1400/a.png`, `a.png?w=20` of
    /// `a.png?w=800`.
    ///
    /// - Parameter anyFolder: Whether another sign says that it is a copy, so that the folders need not tell it.
    static func matches(_ copy: String, _ original: String, anyFolder: Bool) -> Bool {
        let (left, right) = (Parts(copy), Parts(original))
        guard let name = left.path.last, !name.isEmpty, name == right.path.last else { return false }
        // A parameter can choose the image. Where one address has none, it only says how the file is delivered.
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
