/// The units of lengths, and the limit of the heights that a mail can set.
///
/// The frame of a mail is as high as its content. A height relative to the frame would make it grow with each measurement, and a height of
/// millions of pixels makes the rest of the page unreachable.
enum CSSUnit {
    /// The maximum height of a length, in CSS pixels.
    static let maximumHeight = 2_000.0
    /// The maximum length relative to the frame's width, in hundredths of it.
    static let maximumShare = 100.0
    /// The distances to the start of the line at which a negative indent hides text, in CSS pixels.
    static let hiddenIndents = 1_000.0...200_000

    /// Returns a unit in CSS pixels; nil for a unit relative to the frame or a container. The values are estimates for units that depend on
    /// a font or a width.
    static func pixels(_ unit: Range<Int>, _ bytes: Span<UInt8>) -> Double? {
        absolute.first { bytes.matches($0.unit, unit) }?.pixels
    }

    private static let absolute: [(unit: StaticString, pixels: Double)] = [
        ("px", 1), ("%", 4), ("em", 16), ("pt", 4.0 / 3), ("rem", 16), ("in", 96), ("cm", 96 / 2.54), ("mm", 96 / 25.4), ("pc", 16),
    ]

    /// Whether a unit is relative to the frame's width. The frame's height does not change its width.
    static func isOfWidth(_ unit: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
        widths.contains { bytes.matches($0, unit) }
    }

    /// Appends a percentage of a container's width as a length that does not depend on the container. Without this, the layout time of
    /// boxes that shrink to fit grows exponentially with their nesting depth.
    ///
    /// The length is that share of the frame's width, or of a container of 400 px if that is less.
    static func append(percentage number: Range<Int>, _ bytes: Span<UInt8>, to output: inout [UInt8]) {
        let pixels = String((bytes.number(number) * 400).rounded() / 100)
        output.append(contentsOf: "min(".utf8)
        for index in number { output.append(bytes[index]) }
        output.append(contentsOf: "vw, \(pixels.hasSuffix(".0") ? String(pixels.dropLast(2)) : pixels)px)".utf8)
    }

    private static let widths: [StaticString] = ["vw", "svw", "lvw", "dvw"]
}

extension CSSProperty.Extent {
    /// Whether the lengths of a property affect the height.
    var isHeight: Bool { self != .none && self != .width }

    /// Whether a percentage refers to the width of the container, also in a height.
    var isSpacing: Bool { self == .spacing || self == .indent }
}

extension Span<UInt8> {
    /// The value of a number without its unit. A number that Swift cannot parse counts as infinite.
    func number(_ range: Range<Int>) -> Double {
        if range.count <= 6, let whole = smallInteger(range) { return Double(whole) }
        let text = string(range)
        return Double(text.hasPrefix(".") ? "0" + text : text)
            ?? (text.hasPrefix("+") ? Double("0" + text.dropFirst()) ?? .infinity : .infinity)
    }

    private func smallInteger(_ range: Range<Int>) -> Int? {
        var value = 0
        for index in range {
            guard self[index].isASCIIDigit else { return nil }
            value = value * 10 + Int(self[index] - 0x30)
        }
        return value
    }
}
