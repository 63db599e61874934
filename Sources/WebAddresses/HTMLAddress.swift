/// The URL in an attribute, with its scheme as a browser parses it.
public struct HTMLAddress {
    /// The scheme in lower case; nil for a relative URL.
    public let scheme: String?
    /// The first ``startCount`` scalars of a `data:` URL after the colon, in lower case, without white space and control characters.
    private let start: String
    private let isNetworkPath: Bool

    /// Enough characters after the scheme to recognise a media type in a `data:` URL.
    private static let startCount = 32

    /// Reads a URL. Skips white space and control characters anywhere in it: browsers skip some of them, and legitimate URLs contain none.
    ///
    /// - SeeAlso: [URL 4.4, URL parsing](https://url.spec.whatwg.org/#url-parsing)
    public init(_ value: String) {
        var scalars = value.unicodeScalars.makeIterator()
        var head = ""
        var count = 0
        var slashes = 0
        var next = Self.nextVisible(&scalars)
        while let scalar = next, !Self.endsHead(scalar), count < Self.headCount {
            if scalar == "\\", slashes == count { slashes += 1 }
            head.unicodeScalars.append(scalar)
            count += 1
            next = Self.nextVisible(&scalars)
        }
        head = head.lowercased()
        guard next == ":", head.unicodeScalars.allSatisfy(Self.isInScheme) else {
            while slashes < 2, slashes == count, let scalar = next, scalar == "/" || scalar == "\\" {
                (slashes, count) = (slashes + 1, count + 1)
                next = Self.nextVisible(&scalars)
            }
            (scheme, start, isNetworkPath) = (nil, "", slashes >= 2)
            return
        }
        var start = ""
        if head == "data" {
            for _ in 0..<Self.startCount {
                guard let scalar = Self.nextVisible(&scalars) else { break }
                start.unicodeScalars.append(scalar)
            }
        }
        (scheme, self.start, isNetworkPath) = (head, start.lowercased(), false)
    }

    /// The maximum length of a scheme, in Unicode scalars.
    private static let headCount = 64

    private static func endsHead(_ scalar: Unicode.Scalar) -> Bool { scalar == ":" || scalar == "/" || scalar == "?" || scalar == "#" }

    private static func nextVisible(_ scalars: inout String.UnicodeScalarView.Iterator) -> Unicode.Scalar? {
        while let scalar = scalars.next() { if !isIgnored(scalar) { return scalar } }
        return nil
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
    public var isRemote: Bool { scheme == "http" || scheme == "https" || isNetworkPath }

    private func isImage(of type: String) -> Bool {
        let wanted = "image/" + type
        return start.hasPrefix(wanted + ";") || start.hasPrefix(wanted + ",")
    }

    /// Returns a URL with invalid characters removed or percent-encoded, as browsers do.
    ///
    /// - SeeAlso: [URL 4.4, URL parsing](https://url.spec.whatwg.org/#url-parsing)
    public static func valid(_ address: String) -> String {
        let isAtEnd: (Unicode.Scalar) -> Bool = { $0.value <= 0x20 }
        let scalars = address.unicodeScalars
        guard let start = scalars.firstIndex(where: { !isAtEnd($0) }), let end = scalars.lastIndex(where: { !isAtEnd($0) }) else {
            return ""
        }
        var text = ""
        for scalar in scalars[start...end] {
            switch scalar {
            case "\t", "\n", "\r": break
            case "\0"..." ", "\"", "<", ">", "^", "`", "{", "|", "}", "\u{7F}"..."\u{9F}": text += PercentEncoding.encoded(String(scalar))
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F { return scalar.value <= 0x20 }
        return scalar.value <= 0xA0 || scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
    }

    private static func isInScheme(_ scalar: Unicode.Scalar) -> Bool {
        guard let byte = UInt8(exactly: scalar.value) else { return false }
        return byte != UInt8(ascii: "_") && byte != UInt8(ascii: "~") && PercentEncoding.isUnreserved(byte) || byte == UInt8(ascii: "+")
    }
}
