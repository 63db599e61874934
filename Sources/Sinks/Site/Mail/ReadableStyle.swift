internal import Pipeline

/// Raises the text sizes of sanitised declarations to the smallest size that can be read.
///
/// A size may depend on that of the parent, which only the browser knows. The declaration therefore gets a formula that keeps two kinds of
/// sizes: those that are large enough, and those that hide text.
enum ReadableStyle {
    private static let smallest = "\(Int(ReadabilityLimits.smallest))px"
    private static let units = ["px": 1.0, "pt": 4.0 / 3, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4]

    /// Whether a sanitised style sheet, or style, can set colors.
    static func setsColors(_ css: some Collection<UInt8>) -> Bool {
        css.indices.contains { index in
            switch css[index] {
            case UInt8(ascii: "c"): css[index...].starts(with: "color:".utf8)
            case UInt8(ascii: "b"): css[index...].starts(with: "background".utf8)
            default: false
            }
        }
    }

    /// Returns declarations, or a style sheet, with larger text sizes; nil if nothing changes.
    static func enlarged(_ css: String) -> String? {
        let bytes = Array(css.utf8)
        var output: [UInt8] = []
        /// The offset up to which `output` is complete.
        var done = 0
        var start = 0
        for end in 0...bytes.count where end == bytes.count || isEnd(bytes[end]) {
            if let (colon, value) = larger(bytes[start..<end]) {
                output += bytes[done...colon]
                output += value.utf8
                done = end
            }
            start = end + 1
        }
        return output.isEmpty ? nil : String(decoding: output + bytes[done...], as: UTF8.self)
    }

    /// Whether a byte ends a declaration or a selector. No string of a sanitised declaration holds one of these characters.
    private static func isEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: ";") }

    /// Returns the offset of a declaration's colon, and the larger value behind it; nil if nothing changes.
    private static func larger(_ declaration: ArraySlice<UInt8>) -> (colon: Int, value: String)? {
        let declaration = declaration.drop { $0 <= UInt8(ascii: " ") }
        guard setsSize(declaration), let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = String(decoding: declaration[..<colon], as: UTF8.self).trimmingSpaces
        let value = String(decoding: declaration[(colon + 1)...], as: UTF8.self)
        return changed(name, value[...]).map { (colon, $0) }
    }

    /// Whether a declaration begins with `font`, `font-size` or `line-height`. This fast check skips most other properties, but not all.
    private static func setsSize(_ declaration: ArraySlice<UInt8>) -> Bool {
        switch declaration.first {
        case UInt8(ascii: "l"): return declaration.starts(with: "line-height".utf8)
        case UInt8(ascii: "f"):
            let rest = declaration.dropFirst(4)
            return declaration.starts(with: "font".utf8) && (rest.first != UInt8(ascii: "-") || rest.starts(with: "-size".utf8))
        default: return false
        }
    }

    private static func changed(_ name: String, _ value: Substring) -> String? {
        let ending = value.firstIndex(of: "!") ?? value.endIndex
        let (text, rest) = (String(value[..<ending]).trimmingSpaces, value[ending...])
        switch name {
        case "font-size": return size(text).map { $0 + rest }
        case "line-height": return lineHeight(text).map { $0 + rest }
        case "font":
            var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
            for index in words.indices {
                let halves = words[index].split(separator: "/", maxSplits: 1).map(String.init)
                guard let first = halves.first, number(first) != nil else { continue }
                guard let larger = size(first) else { return nil }
                words[index] = ([larger] + halves.dropFirst()).joined(separator: "/")
                return words.joined(separator: " ") + rest
            }
            return nil
        default: return nil
        }
    }

    /// Returns a larger size; nil if the size is large enough, hides text, or is none.
    private static func size(_ text: String) -> String? {
        switch text.lowercased() {
        case "xx-small", "x-small": return smallest
        case "smaller": return formula("0.83em")
        default: break
        }
        guard let (number, unit) = number(text) else { return nil }
        if let pixels = units[unit].map({ $0 * number }) {
            return pixels >= ReadabilityLimits.smallest || pixels < ReadabilityLimits.largestHidden ? nil : smallest
        }
        let share = unit == "%" ? number / 100 : number
        return share >= 1 || share <= 0 ? nil : formula(text)
    }

    /// A formula in CSS: the given size, but at least the smallest one, unless the given size hides text.
    private static func formula(_ size: String) -> String {
        "max(\(size), min(\(smallest), (\(size) - \(ReadabilityLimits.largestHidden)px) * 999))"
    }

    /// Returns a line height that suits a larger size; nil if the height depends on the size, or hides text.
    private static func lineHeight(_ text: String) -> String? {
        guard let (number, unit) = number(text), let pixels = units[unit].map({ $0 * number }) else { return nil }
        guard pixels >= ReadabilityLimits.largestHidden else { return nil }
        return "max(\(text), 1.2em)"
    }

    /// A number with its unit; nil for anything else.
    private static func number(_ text: String) -> (number: Double, unit: String)? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = text[digits.endIndex...].lowercased()
        guard let number = Double("0" + digits), units[unit] != nil || ["em", "rem", "%"].contains(unit) else { return nil }
        return digits.isEmpty ? nil : (number, unit)
    }
}

/// The limits for readable text in mail, for pages with scripts and without.
enum ReadabilityLimits {
    /// The smallest size of text, in CSS pixels.
    static let smallest = 11.0
    /// The size below which text is meant to be invisible, in CSS pixels.
    static let largestHidden = 2.5
    /// The least contrast of text whose color the sender has set.
    ///
    /// - SeeAlso: [WCAG 2.2, 1.4.3](https://www.w3.org/TR/WCAG22/#contrast-minimum)
    static let minContrast = 3.0
}
