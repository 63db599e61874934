/// A file in the folder of the stage.
struct AssetFile: Sendable, Equatable {
    /// The name in the folder.
    let name: String
    /// The number of bytes.
    let bytes: Int
    /// The SHA-256 hash of the content, in hexadecimal digits.
    let sha256: String
    /// The size on a page; nil if the header of the file has none.
    let size: ImageSize?
}
