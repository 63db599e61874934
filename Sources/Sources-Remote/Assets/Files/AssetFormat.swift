internal import ImageHeaders

/// The format of a file, recognised by its first bytes and never by its name alone: a page with scripts is no document.
struct AssetFormat: Sendable, Equatable {
    let kind: AssetKind
    /// The ending of the file's name.
    let fileExtension: String
    /// The format of an image that pages show; nil for other files.
    var image: ImageKind?

    /// The endings of all files that the stage makes.
    static let extensions: Set<String> = Set(
        ImageKind.allCases.map(\.fileExtension) + [
            "svg", "pdf", "mp3", "m4a", "aac", "ogg", "wav", "flac", "mp4", "mov", "webm", "mkv", "ogv", "rtf",
        ] + packages + oldDocuments)
    /// Documents that are archives of the format ZIP.
    private static let packages = ["docx", "xlsx", "pptx", "odt", "ods", "odp", "epub"]
    /// Documents in the older format of Microsoft.
    private static let oldDocuments = ["doc", "xls", "ppt"]

    /// Recognises a format.
    ///
    /// - Parameters:
    ///   - head: The first bytes of a file.
    ///   - ending: The ending of its address, which tells formats with one beginning apart.
    /// - Returns: nil for a file that the stage does not keep.
    init?(_ head: [UInt8], ending: String) {
        func has(_ text: String, at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: text.utf8) }
        func choose(_ endings: [String]) -> String? { endings.first { $0 == ending } }
        if let image = ImageKind(head) {
            self.init(kind: .image, fileExtension: image.fileExtension, image: image)
        } else if has("%PDF-") {
            self.init(kind: .pdf, fileExtension: "pdf")
        } else if has("fLaC") {
            self.init(kind: .audio, fileExtension: "flac")
        } else if has("RIFF"), has("WAVE", at: 8) {
            self.init(kind: .audio, fileExtension: "wav")
        } else if has("OggS") {
            self = ending == "ogv" ? AssetFormat(kind: .video, fileExtension: "ogv") : AssetFormat(kind: .audio, fileExtension: "ogg")
        } else if has("ID3") || Self.isFrame(head, 0xE2, mask: 0xE6) {
            self.init(kind: .audio, fileExtension: "mp3")
        } else if Self.isFrame(head, 0xF0, mask: 0xF6) {
            self.init(kind: .audio, fileExtension: "aac")
        } else if has("ftyp", at: 4) {
            let isSound = has("M4A", at: 8) || has("M4B", at: 8) || ["m4a", "m4b"].contains(ending)
            self =
                isSound
                ? AssetFormat(kind: .audio, fileExtension: "m4a")
                : AssetFormat(kind: .video, fileExtension: has("qt  ", at: 8) ? "mov" : "mp4")
        } else if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            self.init(kind: .video, fileExtension: ending == "mkv" ? "mkv" : "webm")
        } else if has("PK\u{3}\u{4}"), let package = choose(Self.packages) {
            self.init(kind: .document, fileExtension: package)
        } else if head.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]), let document = choose(Self.oldDocuments) {
            self.init(kind: .document, fileExtension: document)
        } else if has("{\\rtf") {
            self.init(kind: .document, fileExtension: "rtf")
        } else {
            return nil
        }
    }

    init(kind: AssetKind, fileExtension: String, image: ImageKind? = nil) {
        self.kind = kind
        self.fileExtension = fileExtension
        self.image = image
    }

    /// Whether a file begins with a frame of MPEG audio: eleven bits that are set, and a layer.
    private static func isFrame(_ head: [UInt8], _ value: UInt8, mask: UInt8) -> Bool {
        head.count >= 4 && head[0] == 0xFF && head[1] & mask == value && head[2] != 0xFF
    }
}
