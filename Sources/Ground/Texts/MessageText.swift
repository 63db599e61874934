extension StringProtocol {
    /// The text with control characters replaced by symbols, so that content cannot send control sequences to a terminal.
    ///
    /// C0 and C1 controls and bidirectional formatting characters are replaced. Tabs become spaces. Use it for content in messages.
    public var printable: String {
        let text = String(self)
        if text.isPrintableASCII { return text }
        var output = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x09: output.append(" ")
            case 0x00...0x1F: output.append(Unicode.Scalar(0x2400 + scalar.value) ?? "?")
            case 0x7F: output.append("\u{2421}")
            case 0x80...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: output.append("\u{FFFD}")
            default: output.append(scalar)
            }
        }
        return String(output)
    }
}

extension String {
    /// Whether all characters are printable ASCII, as in most texts.
    fileprivate var isPrintableASCII: Bool {
        let bytes = utf8Span.span
        for index in bytes.indices where !(0x20...0x7E).contains(bytes[index]) { return false }
        return true
    }
}

extension Int {
    /// The number with a noun, such as `1 record` or `2 records`.
    ///
    /// - Parameters:
    ///   - noun: The noun in the singular. Other words may stand before it, and a verb behind it.
    ///   - plural: The same for other numbers; nil if it is the noun with an `s` at its end.
    public func counted(_ noun: String, plural: String? = nil) -> String {
        self == 1 ? "1 \(noun)" : "\(self) \(plural ?? noun + "s")"
    }

    /// The verb for this number: `was` or `were`.
    package var was: String { self == 1 ? "was" : "were" }
}
