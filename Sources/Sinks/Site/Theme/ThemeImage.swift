internal import HTMLParsing

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The logo and the icon of a site, which pages carry as `data:` URLs.
enum ThemeImage {
    /// The icon of a site without its own: lines of text on a card.
    static let usualIcon = address(
        ofSVG: """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3.5" fill="\(ColorRole.accent.light)"/>\
            <path d="M4 5h8M4 8h8M4 11h5" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/></svg>
            """)

    /// Returns the `data:` URL of an image; nil if the bytes have another format.
    static func address(of bytes: [UInt8]) -> String? {
        if let type = rasterType(bytes) { return "data:image/\(type);base64,\(Data(bytes).base64EncodedString())" }
        guard let text = String(validating: bytes, as: UTF8.self), text.prefix(4096).contains("<svg") else { return nil }
        return address(ofSVG: text)
    }

    /// Images run no scripts, also where they are SVG.
    private static func address(ofSVG text: String) -> String { "data:image/svg+xml,\(HTMLAddress.percentEncoded(text))" }

    /// The subtype of the media type of a raster image.
    private static func rasterType(_ bytes: [UInt8]) -> String? {
        func has(_ text: String, at offset: Int) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpeg" }
        if has("GIF8", at: 0) { return "gif" }
        if has("RIFF", at: 0), has("WEBP", at: 8) { return "webp" }
        return has("ftypavif", at: 4) ? "avif" : nil
    }
}
