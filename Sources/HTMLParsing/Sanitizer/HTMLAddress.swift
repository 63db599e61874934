/// The URL in an attribute, with its scheme as a browser parses it.
public struct HTMLAddress {
    /// The scheme in lower case; nil for a relative URL.
    public let scheme: String?
    /// The first ``startCount`` characters after the scheme's colon, in lower case, without white space and control characters.
    private let start: String
    private let isNetworkPath: Bool

    /// Enough characters after the scheme to recognise a media type in a `data:` URL.
    private static let startCount = 32

    /// Reads a URL. Skips white space and control characters anywhere in it: browsers skip some of them, and legitimate URLs contain none.
    ///
    /// - SeeAlso: [URL 4.4, URL parsing](https://url.spec.whatwg.org/#url-parsing)
    public init(_ value: String) {
        let visible = value.unicodeScalars.lazy.filter { !Self.isIgnored($0) }
        let head = String(String.UnicodeScalarView(visible.prefix { $0 != ":" && $0 != "/" && $0 != "?" && $0 != "#" }.prefix(64)))
            .lowercased()
        let rest = visible.dropFirst(head.unicodeScalars.count)
        let hasScheme = rest.first == ":" && head.unicodeScalars.allSatisfy(Self.isInScheme)
        scheme = hasScheme ? head : nil
        start = hasScheme ? String(String.UnicodeScalarView(rest.dropFirst().prefix(Self.startCount))).lowercased() : ""
        let slashes = visible.prefix(2).filter { $0 == "/" || $0 == "\\" }
        isNetworkPath = scheme == nil && slashes.count == 2
    }

    /// Whether a link may have this target: web, mail, telephone, or a relative URL.
    public var isAllowedInLinks: Bool {
        switch scheme {
        case nil, "http", "https", "mailto", "tel", "sms", "cid": true
        default: false
        }
    }

    /// Whether an image may have this source: web, a part of the same message, or a `data:` URL of a raster image. SVG is excluded, because
    /// it can contain scripts.
    public var isAllowedInImages: Bool {
        switch scheme {
        case nil, "http", "https", "cid": true
        case "data": ["gif", "png", "jpeg", "jpg", "webp", "avif", "bmp"].contains { isImage(of: $0) }
        default: false
        }
    }

    /// Whether fetching the URL contacts another host, which then learns that the content is being read.
    var isRemote: Bool { scheme == "http" || scheme == "https" || isNetworkPath }

    private func isImage(of type: String) -> Bool {
        let wanted = "image/" + type
        return start.hasPrefix(wanted + ";") || start.hasPrefix(wanted + ",")
    }

    /// Percent-encodes every byte except the unreserved characters of RFC 3986 (letters, digits and `-._~`).
    public static func percentEncoded(_ address: String) -> String {
        var output: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in address.utf8 {
            if byte.isASCIILetter || byte.isASCIIDigit || byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x7E {
                output.append(byte)
            } else {
                output += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value <= 0x20 || scalar.value >= 0x7F && scalar.value <= 0xA0 || scalar.properties.isWhitespace
            || scalar.properties.isDefaultIgnorableCodePoint
    }

    private static func isInScheme(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || "+-.".unicodeScalars.contains(scalar))
    }
}
