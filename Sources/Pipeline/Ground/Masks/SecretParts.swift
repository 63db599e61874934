/// Finds parts of secrets, which a jq program such as `$token[1:]` cuts out.
///
/// A part has eight bytes or more. Only texts that look like one token have parts: those of a path, a URL or a sentence are words that
/// other texts have, too.
struct SecretParts: Sendable, Equatable {
    /// The least length of a part, in bytes.
    private static let minBytes = 8
    /// The length in bytes up to which a text has parts. A longer one is the content of a file, and not a token.
    private static let maxTextBytes = 16 << 10

    /// All parts of the least length, as numbers.
    private var windows: Set<UInt64> = []

    var isEmpty: Bool { windows.isEmpty }

    /// Adds the parts of a secret, in all forms in which messages may quote it.
    mutating func insert(_ text: String) {
        let text = text.trimmingSpaces
        guard Self.isToken(text) else { return }
        for form in SecretForms(text).texts {
            let bytes = Array(form.utf8)
            guard bytes.count > Self.minBytes else { continue }
            for start in 0...bytes.count - Self.minBytes { windows.insert(Self.window(in: bytes, at: start)) }
        }
    }

    mutating func formUnion(_ other: SecretParts) { windows.formUnion(other.windows) }

    mutating func subtract(_ other: SecretParts) { windows.subtract(other.windows) }

    /// The end of the part that begins at a place; nil if none does.
    func end(at place: Int, in bytes: [UInt8]) -> Int? {
        var end = place
        while end + Self.minBytes <= bytes.count, windows.contains(Self.window(in: bytes, at: end)) { end += 1 }
        return end > place ? end + Self.minBytes - 1 : nil
    }

    /// Whether a text looks like one token.
    private static func isToken(_ text: String) -> Bool {
        guard (minBytes + 1...maxTextBytes).contains(text.utf8.count), !text.isWebAddress, text.shellVariable == nil,
            !text.utf8.contains(where: { $0 <= 0x20 || "\"'<>{}[]()".utf8.contains($0) })
        else { return false }
        // A path or the name of a host has dots and slashes. So may a token, which has digits or both cases.
        if let first = text.utf8.first, "/.~".utf8.contains(first) { return false }
        return !text.utf8.contains { "/.".utf8.contains($0) } || SecretValues.isLikelySecret(text)
    }

    /// Eight bytes as a number. The case of ASCII letters does not matter.
    private static func window(in bytes: [UInt8], at start: Int) -> UInt64 {
        bytes[start..<start + minBytes].reduce(0) { number, byte in
            number << 8 | UInt64((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
        }
    }
}
