/// The width and height of an image, in pixels, as a page shows it.
public struct ImageSize: Sendable, Equatable {
    /// The number of bytes at the start of a file that callers should read at most to find the size.
    public static let headBytes = 1 << 20
    /// The greatest width or height that counts: a larger number is damage or a trap for readers.
    private static let maxPixels = 1 << 16

    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int

    /// Checks a width and a height, in pixels.
    ///
    /// - Returns: nil for a size that no image has.
    public init?(_ width: Int, _ height: Int) {
        guard (1...Self.maxPixels).contains(width), (1...Self.maxPixels).contains(height) else { return nil }
        self.width = width
        self.height = height
    }

    /// Reads the size from the header of an image.
    ///
    /// - Parameters:
    ///   - head: The first bytes of the file.
    ///   - kind: The kind of the image.
    /// - Returns: nil if the header is damaged, or has no size within these bytes.
    public init?(head: [UInt8], kind: ImageKind) {
        let bytes = HeaderBytes(head)
        let found: ImageSize? =
            switch kind {
            case .png: Self.png(bytes)
            case .gif: Self.gif(bytes)
            case .jpeg: JPEGHeader(bytes).size
            case .webp: Self.webp(bytes)
            case .avif: AVIFHeader(bytes).size
            }
        guard let found else { return nil }
        self = found
    }

    /// The size after a rotation by 90 degrees.
    var turned: ImageSize? { ImageSize(height, width) }

    /// - SeeAlso: [PNG, 11.2.1](https://www.w3.org/TR/png-3/#11IHDR)
    private static func png(_ bytes: HeaderBytes) -> ImageSize? {
        guard bytes.text(at: 12, 4) == "IHDR", let width = bytes.big32(at: 16), let height = bytes.big32(at: 20) else { return nil }
        return ImageSize(width, height)
    }

    /// - SeeAlso: [GIF89a, 18](https://www.w3.org/Graphics/GIF/spec-gif89a.txt)
    private static func gif(_ bytes: HeaderBytes) -> ImageSize? {
        guard let width = bytes.little16(at: 6), let height = bytes.little16(at: 8) else { return nil }
        return ImageSize(width, height)
    }

    /// - SeeAlso: RFC 9649, sections 2.5 to 2.7; RFC 6386, section 9.1
    private static func webp(_ bytes: HeaderBytes) -> ImageSize? {
        switch bytes.text(at: 12, 4) {
        case "VP8 ":
            guard bytes[23] == 0x9D, bytes[24] == 0x01, bytes[25] == 0x2A, let width = bytes.little16(at: 26),
                let height = bytes.little16(at: 28)
            else { return nil }
            return ImageSize(width & 0x3FFF, height & 0x3FFF)
        case "VP8L":
            guard bytes[20] == 0x2F, let low = bytes.little16(at: 21), let high = bytes.little16(at: 23) else { return nil }
            let bits = high << 16 | low
            return ImageSize((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        case "VP8X":
            guard let width = bytes.little24(at: 24), let height = bytes.little24(at: 27) else { return nil }
            return ImageSize(width + 1, height + 1)
        default: return nil
        }
    }
}
