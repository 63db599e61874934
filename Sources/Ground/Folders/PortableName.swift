/// Makes file names from content valid on Linux, macOS and Windows, so that an output folder can be copied between them.
package enum PortableName {
    /// Names that Windows reserves for devices, with any extension.
    private static let devices: Set<String> = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"]
    /// Names that Windows reserves for devices if a digit follows.
    private static let numberedDevices = ["COM", "LPT"]
    /// The digits after `COM` and `LPT`. Windows also accepts the superscripts 1 to 3.
    private static let deviceDigits: Set<Unicode.Scalar> = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "\u{B9}", "\u{B2}", "\u{B3}"]

    /// Returns a portable name.
    ///
    /// Characters that a system rejects or hides become `-`. Dots and spaces at the end are removed. A device name gets the prefix `_`.
    ///
    /// - Parameter name: A name without slashes.
    /// - Returns: The name; empty if it has only dots and spaces.
    package static func made(of name: String) -> String {
        var portable = isHarmless(name) ? name : replaced(name)
        if let last = portable.utf8.last, last == UInt8(ascii: ".") || last == UInt8(ascii: " ") {
            var scalars = portable.unicodeScalars[...]
            while let last = scalars.last, last == "." || last == " " { scalars.removeLast() }
            portable = String(scalars)
        }
        return isDevice(portable) ? "_" + portable : portable
    }

    /// Whether ``made(of:)`` would certainly change no name of a path. This fast check in one pass recognizes most portable paths; after
    /// false, ``made(of:)`` may still return every name unchanged.
    package static func isPortable(path: String) -> Bool {
        let bytes = path.utf8.span
        var start = 0  // offset of the current name
        var base: Int?  // length of the current name without its extension, once its end was read
        for place in 0...bytes.count {
            let byte = place < bytes.count ? bytes[place] : UInt8(ascii: "/")
            let isEnd = byte == UInt8(ascii: "/")
            if base == nil, isEnd || byte == UInt8(ascii: ".") || byte == UInt8(ascii: " ") {
                base = place - start
                // All device names without `$` have three or four characters.
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

    /// Whether all characters of a name are ASCII and portable.
    private static func isHarmless(_ name: String) -> Bool {
        name.utf8.allSatisfy { $0 < 0x7F && !isReplaced(Unicode.Scalar($0)) }
    }

    private static func replaced(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.map { isReplaced($0) ? "-" : $0 }))
    }

    /// Whether a character becomes `-`: characters that Windows reserves, control characters, and bidirectional formatting characters.
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

    /// The case-folded name. It is equal for names that some file system treats as equal, because they differ only in case or
    /// normalization.
    ///
    /// Swift's comparison of strings ignores the normalization form (NFC or NFD), so only case must be folded here.
    package static func folded(_ name: String) -> String {
        let bytes = name.utf8.span
        let isFolded = bytes.indices.allSatisfy { bytes[$0] < 0x80 && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[$0]) }
        if isFolded { return name }
        var folded = ""
        for scalar in name.unicodeScalars {
            // Lower case first: capital sharp s becomes "ß", and only that becomes "SS". Upper case next: both small sigmas share a
            // capital. The dotless i is a letter of its own.
            folded += scalar == "\u{131}" ? String(scalar) : scalar.properties.lowercaseMapping.uppercased().lowercased()
        }
        return folded
    }
}
