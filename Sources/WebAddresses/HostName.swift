/// The host of a URL as libcurl and a proxy understand it alike: in ASCII and lower case.
///
/// Names in other scripts become Punycode. Of the mapping of UTS 46, this type implements lower case, composition (NFC), the full-width
/// forms of ASCII, and dots. It refuses all other characters that the mapping would change, such as ligatures and invisible ones.
///
/// - SeeAlso: [UTS 46, non-transitional processing](https://www.unicode.org/reports/tr46/); RFC 3492; RFC 5891, section 4
public enum HostName {
    /// The greatest length of a label in bytes.
    ///
    /// - SeeAlso: RFC 1035, section 2.3.4
    private static let maxLabelBytes = 63
    /// The greatest length of a host before its conversion, in bytes: a name of 253 bytes, percent-encoded three times over.
    private static let maxHostBytes = 4096
    /// ASCII characters that no host contains, beside controls and the space: those of the standard, and those that libcurl refuses.
    ///
    /// - SeeAlso: [URL, forbidden host code points](https://url.spec.whatwg.org/#forbidden-host-code-point)
    private static let forbidden = Set("\"#/:<>?@[\\]^`{|}%".unicodeScalars)
    /// Letters that UTS 46 keeps although the folding of case changes them.
    private static let deviations: Set<Unicode.Scalar> = ["ß", "ς"]

    /// Converts a host.
    ///
    /// - Parameter host: A name or an address as a URL has it, perhaps percent-encoded. An IPv6 address has brackets.
    /// - Returns: nil if the host is empty, too long, or has a character that no host may have.
    public static func ascii(_ host: String) -> String? {
        guard !host.isEmpty, host.utf8.count <= maxHostBytes else { return nil }
        if host.hasPrefix("[") { return host.lowercased() }
        guard let mapped = mapped(PercentEncoding.decoded(host)) else { return nil }
        if mapped.utf8.allSatisfy({ $0 < 0x80 }) { return mapped }
        var labels: [String] = []
        for label in mapped.split(separator: ".", omittingEmptySubsequences: false) {
            guard let ascii = encoded(label) else { return nil }
            labels.append(ascii)
        }
        return labels.joined(separator: ".")
    }

    /// The text in lower case and NFC, with ASCII in place of its full-width forms.
    private static func mapped(_ text: String) -> String? {
        var output = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0xFF01...0xFF5E:
                guard let plain = Unicode.Scalar(scalar.value - 0xFEE0) else { return nil }
                output += plain.properties.lowercaseMapping.unicodeScalars
            case 0x3002, 0xFF61: output.append(".")
            default: output += scalar.properties.lowercaseMapping.unicodeScalars
            }
        }
        let composed = UnicodeNormalization.composed(String(output))
        return composed.unicodeScalars.allSatisfy(isAllowed) ? composed : nil
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value > 0x20 && scalar.value != 0x7F && !forbidden.contains(scalar) }
        if deviations.contains(scalar) { return true }
        // The replacement characters of broken text, and characters that describe other characters.
        if (0xFFFC...0xFFFD).contains(scalar.value) || (0x2FF0...0x2FFF).contains(scalar.value) { return false }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .unassigned, .privateUse, .surrogate, .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: return false
        default: return !properties.changesWhenNFKCCaseFolded
        }
    }

    /// The label in ASCII; nil if it is too long, or begins with a mark.
    private static func encoded(_ label: Substring) -> String? {
        if label.utf8.allSatisfy({ $0 < 0x80 }) { return String(label) }
        switch label.unicodeScalars.first?.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return nil
        default: break
        }
        guard label.unicodeScalars.count <= maxLabelBytes else { return nil }
        let ascii = "xn--" + Punycode.encoded(label.unicodeScalars.map(\.value))
        return ascii.utf8.count <= maxLabelBytes ? ascii : nil
    }
}

/// Unicode text as letters, digits and hyphens.
///
/// - SeeAlso: RFC 3492, sections 5 and 6
private enum Punycode {
    private static let base = 36
    private static let leastThreshold = 1
    private static let greatestThreshold = 26
    private static let skew = 38
    private static let damp = 700
    private static let firstBias = 72
    private static let firstCode: UInt32 = 0x80

    /// Encodes the code points of a label of at most 63 characters, so that no sum overflows.
    static func encoded(_ codes: [UInt32]) -> String {
        let plain = codes.filter { $0 < 0x80 }.map { UInt8($0) }
        var output = plain
        if !plain.isEmpty { output.append(UInt8(ascii: "-")) }
        var (code, delta, bias) = (firstCode, 0, firstBias)
        var count = plain.count
        while count < codes.count {
            // The least code point that is not yet encoded.
            guard let next = codes.filter({ $0 >= code }).min() else { break }
            delta += Int(next - code) * (count + 1)
            code = next
            for other in codes {
                if other < code { delta += 1 }
                guard other == code else { continue }
                appendNumber(delta, bias: bias, to: &output)
                bias = adapted(delta, count: count + 1, isFirst: count == plain.count)
                delta = 0
                count += 1
            }
            delta += 1
            code += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends a number as digits of varying weight.
    private static func appendNumber(_ number: Int, bias: Int, to output: inout [UInt8]) {
        var rest = number
        var place = base
        while true {
            let threshold = min(max(place - bias, leastThreshold), greatestThreshold)
            if rest < threshold { break }
            output.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            place += base
        }
        output.append(digit(rest))
    }

    private static func digit(_ value: Int) -> UInt8 { UInt8(value < 26 ? value + 97 : value - 26 + 48) }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var places = 0
        while delta > (base - leastThreshold) * greatestThreshold / 2 {
            delta /= base - leastThreshold
            places += base
        }
        return places + (base - leastThreshold + 1) * delta / (delta + skew)
    }
}
