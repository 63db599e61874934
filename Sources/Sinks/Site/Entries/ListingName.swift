internal import Checksums
internal import Pipeline

/// The names of a vertical in the file names of its list.
struct ListingName {
    /// The slug of the vertical, as the jq function `slug` makes it.
    let short: String
    /// The same name with a hash of the vertical, for the case that ``short`` is taken.
    let unique: String

    /// The greatest length of a slug in bytes: the name of the index and the number of the page stand beside it.
    private static let maxBytes = 40

    /// - Parameter key: The key of a ``VerticalGroup``.
    init(_ key: String) throws {
        short = try key.slug(maxBytes: Self.maxBytes)
        unique = "\(short)-\(SHA256Hasher.hex(of: key.utf8).prefix(8))"
    }
}
