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
    var isRemote: Bool { scheme == "http" || scheme == "https" || isNetworkPath }

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
            case "\0"..." ", "\"", "<", ">", "^", "`", "{", "|", "}", "\u{7F}"..."\u{9F}": text += percentEncoded(String(scalar))
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
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

    /// Percent-encodes the components of a path.
    ///
    /// - SeeAlso: [RFC 3986, section 3.3](https://www.rfc-editor.org/rfc/rfc3986#section-3.3)
    public static func percentEncoded(path: [String]) -> String { path.map { percentEncoded($0) }.joined(separator: "/") }

    /// Returns the relative URL from one file of a folder to another, which is valid on a disk and on any host.
    ///
    /// - Parameters:
    ///   - file: The components of the path of the file that has the URL.
    ///   - other: The components of the path of the other file.
    public static func relative(from file: [String], to other: [String]) -> String {
        String(repeating: "../", count: file.count - 1) + percentEncoded(path: other)
    }

    /// Decodes `%XX`. A `%` without two digits stays, as in browsers; a result that is not UTF-8 leaves the text unchanged.
    ///
    /// - SeeAlso: [URL, percent-decode](https://url.spec.whatwg.org/#percent-decode)
    public static func percentDecoded(_ text: String) -> String {
        guard text.utf8.contains(0x25) else { return text }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == 0x25, let code = self.byte(ofDigits: rest.prefix(2)) {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self) ?? text
    }

    /// The value of two hexadecimal digits; nil for other characters, such as the sign in `+f`.
    private static func byte(ofDigits digits: ArraySlice<UInt8>) -> UInt8? {
        let values = digits.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        return values.count == 2 ? UInt8(values[0] << 4 | values[1]) : nil
    }

    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7F { return scalar.value <= 0x20 }
        return scalar.value <= 0xA0 || scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
    }

    private static func isInScheme(_ scalar: Unicode.Scalar) -> Bool {
        guard let byte = UInt8(exactly: scalar.value) else { return false }
        return byte.isASCIILetter || byte.isASCIIDigit || byte == 0x2B || byte == 0x2D || byte == 0x2E
    }
}

/// The IDs of content on a page.
///
/// All of them get a prefix. It ends in a hyphen, so that no ID is one of the page's, nor the name of a property that a script reads (DOM
/// clobbering).
public enum ContentID {
    /// The prefix of all IDs of content.
    public static let prefix = "m-"

    /// Returns an ID with the prefix. An ID that has it stays unchanged.
    public static func prefixed(_ name: String) -> String { name.hasPrefix(prefix) ? name : prefix + name }
}
