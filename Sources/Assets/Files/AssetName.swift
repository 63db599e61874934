internal import ImageHeaders
internal import Pipeline
internal import WebAddresses

/// Names a file by its address and its content: a readable stem, the beginning of the hash, and the extension of its kind.
///
/// Equal content at addresses with one stem has one name. Names consist of `a` to `z`, digits, `-` and `_`, so that every file system and
/// every attribute can have them as they are.
enum AssetName {
    /// The greatest length of a stem.
    static let maxStemLength = 60
    /// The number of digits of the hash: 128 bits. With fewer, content could be made that gets the name of other content.
    static let hashDigits = 32
    /// The stem of a file whose address has no name.
    static let defaultStem = "image"

    /// - Parameters:
    ///   - stem: The result of ``stem(ofPath:)``.
    ///   - sha256: The hash of the content, in hexadecimal digits.
    static func name(stem: String, sha256: String, kind: ImageKind) -> String {
        name(stem: stem, sha256: sha256, fileExtension: kind.fileExtension)
    }

    /// - Parameter fileExtension: The ending of the name: ``AssetFormat/fileExtension``.
    static func name(stem: String, sha256: String, fileExtension: String) -> String {
        "\(stem)-\(sha256.prefix(hashDigits)).\(fileExtension)"
    }

    /// Whether ``name(stem:sha256:fileExtension:)`` may have given a name to a file with a hash.
    static func isName(_ text: String, sha256: String) -> Bool {
        let fileExtension = AssetKind.ending(of: text)
        let ending = name(stem: "", sha256: sha256, fileExtension: fileExtension)
        let stem = text.utf8.dropLast(ending.utf8.count)
        return AssetFormat.extensions.contains(fileExtension) && text.hasSuffix(ending) && (1...maxStemLength).contains(stem.count)
            && stem.allSatisfy(isStemByte)
    }

    /// Returns the name of a smaller copy of an image.
    ///
    /// - Parameters:
    ///   - name: The name of the image.
    ///   - width: The width of the copy in pixels.
    ///   - kind: The kind of the copy.
    static func copyName(of name: String, width: Int, kind: ImageKind) -> String {
        "\(name.prefix { $0 != "." })-\(width).\(kind.fileExtension)"
    }

    /// The kind of a file that has a name of the stage.
    static func kind(of name: String) -> ImageKind? { ImageKind.allCases.first { name.hasSuffix(".\($0.fileExtension)") } }

    private static func isStemByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }

    /// Returns the stem for the last name of a URL's path.
    static func stem(ofPath path: String) -> String {
        let last = path.split(separator: "/", omittingEmptySubsequences: true).last.map { PercentEncoding.decoded(String($0)) } ?? ""
        let name = last.lastIndex(of: ".").map { last[..<$0] } ?? last[...]
        var stem = ""
        for scalar in name.lowercased().unicodeScalars {
            guard stem.utf8.count < maxStemLength else { break }
            switch scalar {
            case "a"..."z", "0"..."9", "_": stem.unicodeScalars.append(scalar)
            default: if !stem.isEmpty, stem.last != "-" { stem.append("-") }
            }
        }
        while stem.last == "-" { stem.removeLast() }
        return stem.isEmpty ? defaultStem : stem
    }
}

/// A kind of file that the stage keeps, as the option `kinds` names it.
enum AssetKind: String, CaseIterable, Sendable {
    case image, svg, pdf, audio, video, document

    /// The endings of addresses that most likely lead to such a file.
    private static let endings: [String: AssetKind] = {
        let lists: [(AssetKind, String)] = [
            (.image, "png jpg jpeg jpe gif webp avif"), (.svg, "svg"), (.pdf, "pdf"), (.audio, "mp3 m4a m4b aac ogg oga opus wav flac"),
            (.video, "mp4 m4v mov webm mkv ogv"), (.document, "docx xlsx pptx odt ods odp epub doc xls ppt rtf"),
        ]
        return lists.reduce(into: [:]) { endings, list in for ending in list.1.split(separator: " ") { endings[String(ending)] = list.0 } }
    }()

    /// The kind of file that an address most likely leads to; nil for an address that may lead to a page.
    ///
    /// - Parameter ending: The result of ``ending(of:)``.
    init?(ending: String) {
        guard let kind = Self.endings[ending] else { return nil }
        self = kind
    }

    /// The ending of the last name in an address, in lower case; empty for none.
    static func ending(of address: String) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path
        guard let dot = name.lastIndex(of: "."), name.utf8.distance(from: dot, to: name.endIndex) <= 6 else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }
}

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
    ///   - ending: The ending of its address, which distinguishes formats with the same first bytes.
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
