/// A kind of image that pages show, recognised by its first bytes and never by its name.
///
/// SVG is missing on purpose: such a file can contain scripts, which run when the reader opens it.
///
/// - SeeAlso: [MIME Sniffing, 6.1](https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern)
public enum ImageKind: String, Sendable, CaseIterable {
    /// A kind, named as its format.
    case png, jpeg, gif, webp, avif

    /// The number of bytes at the start of a file that determine its kind.
    public static let headBytes = 32

    /// The extension of a file's name.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// Recognises a kind.
    ///
    /// - Parameter bytes: The first bytes of a file.
    /// - Returns: nil for another kind of file.
    public init?(_ bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(Self.headBytes))
        func has(_ text: String, at offset: Int) -> Bool { head.dropFirst(offset).starts(with: text.utf8) }
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if has("GIF87a", at: 0) || has("GIF89a", at: 0) {
            self = .gif
        } else if has("RIFF", at: 0), has("WEBPVP", at: 8) {
            self = .webp
        } else if has("ftyp", at: 4),
            ["avif", "avis"].contains(where: { brand in
                stride(from: 8, to: head.count, by: 4).contains { has(brand, at: $0) }
            })
        {
            self = .avif
        } else {
            return nil
        }
    }

    /// Whether an image of this kind may have several frames.
    ///
    /// - Parameter head: The first bytes of the file.
    /// - SeeAlso: [PNG, 11.3.6.1](https://www.w3.org/TR/png-3/#acTL-chunk); RFC 9649, section 2.7
    public func isAnimated(_ head: [UInt8]) -> Bool {
        let bytes = HeaderBytes(head)
        switch self {
        case .jpeg: return false
        case .gif, .avif: return true
        case .webp: return bytes.text(at: 12, 4) == "VP8X" && (bytes[20] ?? 0) & 0x02 != 0
        case .png:
            var offset = 8
            while let length = bytes.big32(at: offset), let name = bytes.text(at: offset + 4, 4), name != "IDAT" {
                if name == "acTL" { return true }
                offset += 12 + length
            }
            return false
        }
    }

    /// Describes a file that is none of these images, for messages.
    public static func name(ofOther bytes: some Collection<UInt8>) -> String {
        let start = String(decoding: bytes.prefix(1024), as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }.lowercased()
        if bytes.isEmpty { return "nothing" }
        if start.contains("<svg") { return "an SVG image, which can contain scripts" }
        if ["<!doctype html", "<html", "<head", "<body", "<script"].contains(where: start.hasPrefix) { return "an HTML page" }
        if start.hasPrefix("%pdf") { return "a PDF document" }
        if start.hasPrefix("{") || start.hasPrefix("[") { return "JSON" }
        if start.hasPrefix("<") { return "XML or HTML" }
        return "a file of another kind"
    }
}
