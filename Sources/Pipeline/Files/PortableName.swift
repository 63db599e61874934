/// The names that files and folders get from content: the same on every system, since folders travel to others.
enum PortableName {
    /// Names that Windows keeps for devices, with every extension; `COM` and `LPT` with a digit.
    private static let devices: Set<String> = ["CON", "PRN", "AUX", "NUL"]
    private static let numberedDevices = ["COM", "LPT"]
    /// The digits behind `COM` and `LPT`; Windows takes those that stand high as well.
    private static let deviceDigits: Set<Unicode.Scalar> = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "\u{B9}", "\u{B2}", "\u{B3}"]

    /// The name that a file gets: characters that some system refuses or hides become `-`, dots and spaces at the end go, and the name of a
    /// device gets `_` in front.
    ///
    /// - Parameter name: A name without slashes.
    /// - Returns: Empty if nothing is left.
    static func made(of name: String) -> String {
        var portable = isHarmless(name) ? name : replaced(name)
        if let last = portable.utf8.last, last == UInt8(ascii: ".") || last == UInt8(ascii: " ") {
            var scalars = portable.unicodeScalars[...]
            while let last = scalars.last, last == "." || last == " " { scalars.removeLast() }
            portable = String(scalars)
        }
        return isDevice(portable) ? "_" + portable : portable
    }

    /// Whether all characters of a name are ASCII and may stay.
    private static func isHarmless(_ name: String) -> Bool {
        name.utf8.allSatisfy { $0 < 0x7F && !isReplaced(Unicode.Scalar($0)) }
    }

    private static func replaced(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.map { isReplaced($0) ? "-" : $0 }))
    }

    /// Whether a character becomes `-`: what Windows reserves, control characters, and marks that turn the direction of writing.
    private static func isReplaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "<", ">", ":", "\"", "|", "?", "*", "\\", "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200E}", "\u{200F}",
            "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
            true
        default: false
        }
    }

    private static func isDevice(_ name: String) -> Bool {
        // Few names begin as those of devices do.
        guard let first = name.utf8.first, "CcPpAaNnLl".utf8.contains(first) else { return false }
        var base = name.unicodeScalars.prefix { $0 != "." }
        while base.last == " " { base.removeLast() }
        if base.count == 3 { return devices.contains(String(base).uppercased()) }
        guard base.count == 4, let digit = base.last, deviceDigits.contains(digit) else { return false }
        return numberedDevices.contains(String(base.dropLast()).uppercased())
    }

    /// What two names have in common that some system takes for one: they differ in case, or in the form of their letters (Unicode's NFC
    /// and NFD). Swift compares strings without a look at that form, so that only case is left to be folded.
    static func folded(_ name: String) -> String {
        if name.utf8.allSatisfy({ $0 < 0x80 && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) { return name }
        var folded = ""
        for scalar in name.unicodeScalars {
            // By way of the large letter, as both small sigmas have one; the Turkish i without a dot is a letter of its own.
            folded += scalar == "\u{131}" ? String(scalar) : scalar.properties.uppercaseMapping.lowercased()
        }
        return folded
    }
}
