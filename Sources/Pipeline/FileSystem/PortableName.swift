/// The names that files and folders get from content: the same on every system, since folders travel to others.
enum PortableName {
    /// Names that Windows keeps for devices, with every extension; `COM` and `LPT` with a digit.
    private static let devices: Set<String> = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"]
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

    /// Whether a path of ASCII names certainly stays as it is. One pass, as most paths that are made from content do.
    static func isPortable(path: String) -> Bool {
        let bytes = path.utf8.span
        var start = 0  // of the name
        var base: Int?  // the length of the name without its extension, once that is known
        for place in 0...bytes.count {
            let byte = place < bytes.count ? bytes[place] : UInt8(ascii: "/")
            let isEnd = byte == UInt8(ascii: "/")
            if base == nil, isEnd || byte == UInt8(ascii: ".") || byte == UInt8(ascii: " ") {
                base = place - start
                // The length of a device's name.
                if base == 3 || base == 4, mayBeginDevice(bytes[start]) { return false }
                if place > start, bytes[place - 1] == UInt8(ascii: "$") { return false }
            }
            if isEnd {
                let last = place > start ? bytes[place - 1] : 0
                if last == UInt8(ascii: ".") || last == UInt8(ascii: " ") { return false }
                start = place + 1
                base = nil
            } else if byte >= 0x7F || isReplaced(Unicode.Scalar(byte)) {
                return false
            }
        }
        return true
    }

    private static func mayBeginDevice(_ byte: UInt8) -> Bool {
        switch byte | 0x20 {
        case UInt8(ascii: "c"), UInt8(ascii: "p"), UInt8(ascii: "a"), UInt8(ascii: "n"), UInt8(ascii: "l"): true
        default: false
        }
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
        guard let first = name.utf8.first, mayBeginDevice(first) else { return false }
        var base = name.unicodeScalars.prefix { $0 != "." }
        while base.last == " " { base.removeLast() }
        if base.count != 4 { return base.count <= 7 && devices.contains(String(base).uppercased()) }
        guard let digit = base.last, deviceDigits.contains(digit) else { return false }
        return numberedDevices.contains(String(base.dropLast()).uppercased())
    }

    /// What two names have in common that some system takes for one: they differ in case, or in the form of their letters (Unicode's NFC
    /// and NFD). Swift compares strings without a look at that form, so that only case is left to be folded.
    static func folded(_ name: String) -> String {
        let bytes = name.utf8.span
        let isFolded = bytes.indices.allSatisfy { bytes[$0] < 0x80 && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[$0]) }
        if isFolded { return name }
        var folded = ""
        for scalar in name.unicodeScalars {
            // By way of the large letter, as both small sigmas have one, and of the small letter before that: the large sharp s is "ß" in
            // small, and "SS" only from there. The Turkish i without a dot is a letter of its own.
            folded += scalar == "\u{131}" ? String(scalar) : scalar.properties.lowercaseMapping.uppercased().lowercased()
        }
        return folded
    }
}
