internal import HTMLParsing

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// An opaque color of sRGB.
struct OpaqueColor: Equatable, Sendable {
    let red: UInt8
    let green: UInt8
    let blue: UInt8

    /// The color as `#rrggbb`.
    var text: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The color as scripts see it in computed styles.
    var computedText: String { "rgb(\(red), \(green), \(blue))" }

    /// Reads a color of CSS: hexadecimal digits, `rgb()`, `hsl()` or a name.
    ///
    /// - Returns: nil for any other text, and for a color that is not opaque.
    /// - SeeAlso: [CSS Color 4](https://www.w3.org/TR/css-color-4/)
    init?(_ text: String) {
        let maxBytes = 100
        guard text.utf8.count <= maxBytes else { return nil }
        let value = text.lowercased()
        if value.hasPrefix("#") {
            self.init(digits: value.dropFirst())
        } else if let open = value.firstIndex(of: "("), value.hasSuffix(")") {
            self.init(function: value[..<open], String(value[value.index(after: open)...].dropLast()))
        } else if let digits = CSSNamedColors.digits[value] {
            self.init(digits: Substring(digits))
        } else {
            return nil
        }
    }

    private init?(digits: Substring) {
        guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        let isShort = digits.count == 3 || digits.count == 4
        guard isShort || digits.count == 6 || digits.count == 8 else { return nil }
        let long = isShort ? digits.map { "\($0)\($0)" }.joined() : String(digits)
        guard let number = UInt32(long.prefix(6), radix: 16), ["", "ff"].contains(long.dropFirst(6)) else { return nil }
        (red, green, blue) = (UInt8(number >> 16), UInt8(number >> 8 & 255), UInt8(number & 255))
    }

    private init?(function: Substring, _ arguments: String) {
        guard let values = Self.values(arguments) else { return nil }
        switch function {
        case "rgb", "rgba":
            // Percentages and numbers do not mix.
            let areShares = values.allSatisfy { $0.unit == "%" }
            guard areShares || values.allSatisfy({ $0.unit.isEmpty }) else { return nil }
            self.init(values.map { areShares ? $0.number * 255 / 100 : $0.number })
        case "hsl", "hsla":
            guard ["", "deg"].contains(values[0].unit), values[1].unit == "%", values[2].unit == "%" else { return nil }
            let hue = values[0].number.truncatingRemainder(dividingBy: 360)
            let saturation = min(1, max(0, values[1].number / 100))
            let lightness = min(1, max(0, values[2].number / 100))
            let range = saturation * min(lightness, 1 - lightness)
            self.init(
                [0.0, 8, 4].map { (offset: Double) -> Double in
                    let place = (offset + (hue < 0 ? hue + 360 : hue) / 30).truncatingRemainder(dividingBy: 12)
                    return 255 * (lightness - range * max(-1, min(place - 3, 9 - place, 1)))
                })
        default: return nil
        }
    }

    private init(_ channels: [Double]) {
        let bytes = channels.map { UInt8(min(255, max(0, $0)).rounded()) }
        (red, green, blue) = (bytes[0], bytes[1], bytes[2])
    }

    /// Reads three numbers, separated by commas or by spaces, and optionally an alpha value of 1.
    private static func values(_ arguments: String) -> [(number: Double, unit: String)]? {
        var parts: [Substring]
        if arguments.contains(",") {
            parts = arguments.split(separator: ",", omittingEmptySubsequences: false)
        } else {
            let halves = arguments.split(separator: "/", omittingEmptySubsequences: false)
            parts = halves[0].split(separator: " ")
            guard halves.count <= 2, parts.count == 3 else { return nil }
            parts += halves.dropFirst()
        }
        let words = parts.map { $0.split(separator: " ") }
        guard words.allSatisfy({ $0.count == 1 }) else { return nil }
        let values = words.compactMap { Self.value($0[0]) }
        guard values.count == parts.count, (3...4).contains(parts.count) else { return nil }
        if let alpha = values.dropFirst(3).first, !(alpha.unit == "" && alpha.number >= 1 || alpha.unit == "%" && alpha.number >= 100) {
            return nil
        }
        return Array(values.prefix(3))
    }

    private static func value(_ text: Substring) -> (number: Double, unit: String)? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }
        guard digits.contains(where: \.isNumber), let number = Double(digits), number.magnitude < 1e6 else { return nil }
        let unit = String(text[digits.endIndex...])
        return ["", "%", "deg"].contains(unit) ? (number, unit) : nil
    }

    /// The lowest contrast of the pages' own text with its background.
    ///
    /// - SeeAlso: [WCAG 2.2, 1.4.3 Contrast (Minimum)](https://www.w3.org/TR/WCAG22/#contrast-minimum)
    static let minTextContrast = 4.5

    /// The contrast with another color, from 1 to 21.
    ///
    /// - SeeAlso: [WCAG 2.2, contrast ratio](https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio)
    func contrast(with other: OpaqueColor) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    private var luminance: Double {
        0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
    }

    private static let linearValues: [Double] = (0...255).map {
        let value = Double($0) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static func linear(_ channel: UInt8) -> Double { linearValues[Int(channel)] }
}
