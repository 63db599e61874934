internal import Pipeline

/// The sender of a message: a display name, and an address if both are known.
struct MessageSender: Equatable {
    let name: String
    /// The address beside the name; nil if the name is all that is known.
    let address: String?

    /// The number of colors for initials.
    private static let toneCount = 6

    /// - Parameter given: A name, an address, or both as `Name <address>`.
    init(_ given: String) {
        let text = given.trimmingSpaces
        guard text.utf8.last == UInt8(ascii: ">"), let open = text.lastIndex(of: "<") else {
            name = text
            address = nil
            return
        }
        let inner = String(text[text.index(after: open)...].dropLast())
        guard inner.contains("@"), !inner.contains(where: { $0.isWhitespace || $0 == ">" }) else {
            name = text
            address = nil
            return
        }
        var display = text[..<open].trimmingSpaces
        if display.count > 1, let quote = display.first, quote == "\"" || quote == "'", display.last == quote {
            display = String(display.dropFirst().dropLast()).trimmingSpaces
        }
        name = display.isEmpty ? inner : display
        address = display.isEmpty ? nil : inner
    }

    /// The first letters of the first and the last word of the name; empty without letters and digits.
    var initials: String {
        let isAddress = name.contains("@")
        let words = (isAddress ? name.prefix { $0 != "@" } : name[...]).split { !$0.isLetter && !$0.isNumber }
        let letters = isAddress || words.count < 2 ? words.prefix(1) : [words[0], words[words.count - 1]]
        return letters.compactMap(\.first).map { String($0).uppercased() }.joined()
    }

    /// The number of the sender's color, from 0.
    var tone: Int { (address ?? name).lowercased().utf8.reduce(0) { ($0 * 31 + Int($1)) % 65_521 } % Self.toneCount }
}
