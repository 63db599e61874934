internal import ImageHeaders
internal import Checksums
internal import Pipeline
internal import SourcesLocal

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
    /// The names of the folders below that of the stage.
    var folder: [String] = []

    /// The path below the folder of the stage.
    var path: [String] { folder + [name] }

    /// The same file in another folder.
    func moved(to folder: [String]) -> AssetFile {
        var copy = self
        copy.folder = folder
        return copy
    }
}

extension AssetFile {
    /// Checks the content of a file, and names the file.
    ///
    /// - Parameters:
    ///   - content: The content.
    ///   - stem: The beginning of the name.
    ///   - ending: The ending of the address, in lower case.
    ///   - kinds: The kinds of files that are kept.
    /// - Throws: ``AssetFault`` if it is of no such kind; ``PipelineFailure`` if it cannot be read.
    init(_ content: borrowing some FileContent & ~Copyable, stem: String, ending: String = "", kinds: Set<AssetKind> = [.image]) throws {
        var head: [UInt8] = []
        var hash = SHA256Hasher()
        // An SVG drawing is checked as a whole.
        let headBytes = max(ImageSize.headBytes, kinds.contains(.svg) ? HarmlessSVG.maximumBytes + 1 : 0)
        do throws(SystemError) {
            try content.forEachPiece { piece throws(SystemError) in
                if head.count < headBytes { head += piece.prefix(headBytes - head.count) }
                hash.update(piece)
                return true
            }
        } catch {
            throw PipelineFailure(.cannotWrite, "a temporary file cannot be read: \(error.reason)")
        }
        let format = try Self.format(of: head, ending: ending, kinds)
        let sha256 = hash.hex()
        self.init(
            name: AssetName.name(stem: stem, sha256: sha256, fileExtension: format.fileExtension), bytes: content.count, sha256: sha256,
            size: format.image.flatMap { ImageSize(head: head, kind: $0) })
    }

    private static func format(of head: [UInt8], ending: String, _ kinds: Set<AssetKind>) throws(AssetFault) -> AssetFormat {
        if kinds.contains(.svg), HarmlessSVG.begins(head) {
            if head.count > HarmlessSVG.maximumBytes { throw .tooLong(limit: HarmlessSVG.maximumBytes) }
            guard HarmlessSVG.accepts(head) else { throw .wrongKind("an SVG image with parts that may run or fetch something", kinds) }
            return AssetFormat(kind: .svg, fileExtension: "svg")
        }
        guard let format = AssetFormat(head, ending: ending) else { throw .wrongKind(ImageKind.name(ofOther: head), kinds) }
        guard kinds.contains(format.kind) else {
            throw .wrongKind(format.kind == .pdf ? ImageKind.name(ofOther: head) : "a file of the kind \(format.kind.rawValue)", kinds)
        }
        return format
    }
}

/// The reason why a file that content names is not available.
enum AssetFault: Error, Equatable {
    /// The address is no valid URL.
    case badAddress
    /// The address is relative, and has no known base.
    case relative
    /// The record has no attachment with the content ID.
    case noAttachment
    /// The server has no such file, or the run may not request it. The text says why, without the address.
    case notFetched(String)
    /// The server does not answer, or not now, so that the file of an earlier run stays. The text says why, without the address.
    case unavailable(String)
    /// The file is of no kind that is kept. The text names what it is.
    case wrongKind(String, Set<AssetKind>)
    /// A `data:` URL cannot be decoded. The text says why.
    case damaged(String)
    case tooLong(limit: Int)
    /// The record names more files than the limit.
    case tooManyInRecord(limit: Int)
    /// The run names more files than the limit.
    case tooManyInRun(limit: Int)

    /// The reason in words, for messages.
    var words: String {
        switch self {
        case .badAddress: "the address is no valid URL"
        case .relative: "the address is relative, the record came from no URL, and \"base\" names none"
        case .noAttachment: "the record has no attachment with this content ID"
        case .notFetched(let reason), .unavailable(let reason): reason
        case .wrongKind(let found, let kinds): "expected \(Self.words(for: kinds)), found \(found)"
        case .damaged(let reason): reason
        case .tooLong(let limit): "the file is longer than the limit of \(limit) bytes"
        case .tooManyInRecord(let limit): "limits.max_record_files allows \(limit) files in a record"
        case .tooManyInRun(let limit): "limits.max_files allows \(limit) files in a run"
        }
    }

    private static let images = "an image (\(ImageKind.allCases.map(\.rawValue).joined(separator: ", ")))"

    private static func words(for kinds: Set<AssetKind>) -> String {
        let words = AssetKind.allCases.filter(kinds.contains).map { $0 == .image ? images : $0.rawValue }
        return words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }
}
