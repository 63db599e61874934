internal import Checksums
internal import JSONParsing
internal import JSONQuery

/// The names of a vertical in the file names of its list.
struct ListingName {
    /// The slug of the vertical, as the jq function `slug` makes it.
    let short: String
    /// The same name with a hash of the vertical, for the case that ``short`` is taken.
    let unique: String

    /// 40 bytes at most: the name of the index and the number of the page stand beside it.
    private static let slug = try? Query("slug({bytes: 40})")

    /// - Parameter key: The key of a ``VerticalGroup``.
    init(_ key: String) {
        var hash = SHA256Hasher()
        hash.update(Array(key.utf8))
        let digits = hash.digest().prefix(4).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        // The program fails for no text; without it, the hash is a name, too.
        let slug = (try? Self.slug?.first(.string(key)))??.string
        short = slug ?? digits
        unique = "\(short)-\(digits)"
    }
}
