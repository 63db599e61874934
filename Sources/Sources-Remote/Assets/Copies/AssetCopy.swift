/// A smaller copy of an image.
struct AssetCopy: Sendable, Equatable {
    /// The widths of copies, in pixels: cards on small screens, cards on dense screens, and articles.
    static let widths = [480, 960, 1600]

    /// The name in the folder.
    let name: String
    /// The width in pixels.
    let width: Int
}

/// A file with its smaller copies, the narrowest first.
struct CopiedFile: Sendable {
    let file: AssetFile
    let copies: [AssetCopy]
}
