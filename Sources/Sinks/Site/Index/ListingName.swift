internal import Checksums

/// The names of a vertical in the file names of its list.
struct ListingName {
    /// Letters and digits of ASCII with hyphens between them, with a hash if the vertical has other letters.
    let short: String
    /// The same name with a hash of the vertical, for the case that ``short`` is taken.
    let unique: String

    private static let maxBytes = 40

    /// - Parameter key: The key of a ``VerticalGroup``.
    init(_ key: String) {
        var name = ""
        var isLossless = true
        for character in key {
            if character.isASCII, character.isLetter || character.isNumber {
                name.append(character)
            } else {
                isLossless = isLossless && character.isASCII
                if name.last != "-" { name.append("-") }
            }
        }
        isLossless = isLossless && name.utf8.count <= Self.maxBytes
        let parts = name.prefix(Self.maxBytes).split(separator: "-")
        var hash = SHA256Hasher()
        hash.update(Array(key.utf8))
        let digits = hash.digest().prefix(4).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        unique = (parts.map(String.init) + [digits]).joined(separator: "-")
        short = isLossless && !parts.isEmpty ? parts.joined(separator: "-") : unique
    }
}
