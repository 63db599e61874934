internal import ImageHeaders
internal import Checksums
internal import Pipeline

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

extension AssetFile {
    /// Checks the content of a file, and names the file.
    ///
    /// - Parameters:
    ///   - content: The content.
    ///   - stem: The beginning of the name.
    /// - Throws: ``AssetFault`` if it is no image; ``PipelineFailure`` if it cannot be read.
    init(_ content: borrowing some FileContent & ~Copyable, stem: String) throws {
        var head: [UInt8] = []
        var hash = SHA256Hasher()
        do throws(SystemError) {
            try content.forEachPiece { piece throws(SystemError) in
                if head.count < ImageSize.headBytes { head += piece.prefix(ImageSize.headBytes - head.count) }
                hash.update(piece)
                return true
            }
        } catch {
            throw PipelineFailure(.cannotWrite, "a temporary file cannot be read: \(error.reason)")
        }
        guard let kind = ImageKind(head) else { throw AssetFault.wrongKind(ImageKind.name(ofOther: head)) }
        let sha256 = hash.hex()
        self.init(
            name: AssetName.name(stem: stem, sha256: sha256, kind: kind), bytes: content.count, sha256: sha256,
            size: ImageSize(head: head, kind: kind))
    }
}
