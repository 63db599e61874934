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

    /// Returns an address as a candidate can hold it: white space separates candidates from descriptors, and a comma ends one.
    public static func escaped(_ address: String) -> String {
        var text = String(address.unicodeScalars.map { isSpace($0) ? HTMLAddress.percentEncoded(String($0)) : String($0) }.joined())
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
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { [" ", "\t", "\n", "\u{C}", "\r"].contains(scalar) }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String { String(String.UnicodeScalarView(scalars)) }
}
