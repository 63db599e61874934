internal import HTMLParsing

/// A text as a reader sees it, with the place of each byte in the source.
///
/// Tags are left out, so that `<b>Ann</b> Example` reads as one name. Character references, percent-encoding and JSON's escapes are decoded,
/// invisible characters left out, and spaces, dashes, quotation marks and digits are those of ASCII. The source needs not be HTML: what is
/// no tag is text.
struct TextView {
    /// A tag or comment in the source.
    struct Markup {
        let range: Range<Int>
        /// The values of attributes, without quotes, and names of attributes that can hold data; or the content of a comment.
        var values: [Range<Int>] = []
    }

    private(set) var bytes: Bytes = []
    /// For each byte, where its character begins and ends in the source.
    private(set) var starts: [Int32] = []
    private(set) var ends: [Int32] = []
    private(set) var markup: [Markup] = []
    let source: Bytes

    /// - Parameter readsTags: Whether tags are left out. Without, they are text.
    init(_ source: Bytes, readsTags: Bool = true) {
        self.source = source
        bytes.reserveCapacity(source.count)
        starts.reserveCapacity(source.count)
        ends.reserveCapacity(source.count)
        build(readsTags)
    }

    /// The place in the source of a range of ``bytes``.
    func sourceRange(_ range: Range<Int>) -> Range<Int> { Int(starts[range.lowerBound])..<Int(ends[range.upperBound - 1]) }

    private mutating func append(_ byte: UInt8, _ start: Int, _ end: Int) {
        bytes.append(byte)
        starts.append(Int32(truncatingIfNeeded: start))
        ends.append(Int32(truncatingIfNeeded: end))
    }

    private mutating func build(_ readsTags: Bool) {
        var place = 0
        // After an unfinished tag or comment, the rest has no further ones: each would be searched to the end of the text.
        var hasTags = readsTags
        var hasComments = true
        while place < source.count {
            let byte = source[place]
            switch byte {
            case UInt8(ascii: "<") where hasTags:
                if source.at(place + 1) == UInt8(ascii: "!"), source.at(place + 2) == UInt8(ascii: "-"),
                    source.at(place + 3) == UInt8(ascii: "-"), hasComments
                {
                    if let end = commentEnd(place + 4) {
                        markup.append(Markup(range: place..<end, values: [place + 4..<end - 3]))
                        place = end
                        continue
                    }
                    hasComments = false
                }
                switch tag(at: place) {
                case .tag(let tag, let isInline):
                    if !isInline { append(0x0A, place, place) }
                    markup.append(tag)
                    place = tag.range.upperBound
                    continue
                case .unfinished: hasTags = false
                case .none: break
                }
                append(byte, place, place + 1)
                place += 1
            case UInt8(ascii: "&"): place = reference(at: place)
            case UInt8(ascii: "%"): place = percent(at: place)
            case UInt8(ascii: "\\"): place = escape(at: place)
            case 0x80...: place = scalar(at: place)
            default:
                append(byte == 0x09 || byte == 0x0D ? 0x20 : byte, place, place + 1)
                place += 1
            }
        }
    }

    /// Reads a character reference.
    private mutating func reference(at start: Int) -> Int {
        var place = start + 1
        var decoded: Bytes = []
        if source.at(place) == UInt8(ascii: "#") {
            place += 1
            let isHex = source.at(place) | 0x20 == UInt8(ascii: "x")
            if isHex { place += 1 }
            let first = place
            var code: UInt32 = 0
            while place < source.count, isHex ? source[place].isHexDigit : source[place].isASCIIDigit, place - first < 10 {
                code = min(code &* (isHex ? 16 : 10) &+ source[place].hexValue, 0x11_0000)
                place += 1
            }
            if place > first, let scalar = Unicode.Scalar(code) { decoded = Bytes(String(Character(scalar)).utf8) }
        } else {
            let first = place
            while place < source.count, place - first < 32, source[place].isAlphanumeric { place += 1 }
            if source.at(place) == UInt8(ascii: ";") {
                let name = Bytes(source[first..<place])
                if !decoded.append(referenceNamed: name.span) { decoded = [] }
            }
        }
        guard !decoded.isEmpty else {
            append(source[start], start, start + 1)
            return start + 1
        }
        let end = source.at(place) == UInt8(ascii: ";") ? place + 1 : place
        appendScalars(decoded, start, end)
        return end
    }

    /// Reads a percent-encoded character. What has a meaning in URLs stays encoded.
    private mutating func percent(at start: Int) -> Int {
        var decoded: Bytes = []
        var place = start
        while place + 2 < source.count, source[place] == UInt8(ascii: "%"), source[place + 1].isHexDigit, source[place + 2].isHexDigit {
            // A percent sign may be encoded itself: %2540.
            var digits = place + 1
            while digits + 3 < source.count, source[digits] == 0x32, source[digits + 1] == 0x35, source[digits + 2].isHexDigit,
                source[digits + 3].isHexDigit, digits - place < Self.maxPercentSigns * 2
            {
                digits += 2
            }
            let byte = UInt8(truncatingIfNeeded: source[digits].hexValue * 16 + source[digits + 1].hexValue)
            if decoded.isEmpty ? byte >= 0x80 && byte < 0xC2 : byte & 0xC0 != 0x80 { break }
            decoded.append(byte)
            place = digits + 2
            if byte < 0x80 || decoded.count == Self.length(ofScalarWith: decoded[0]) { break }
        }
        guard let first = decoded.first, String(validating: decoded, as: UTF8.self) != nil else {
            append(source[start], start, start + 1)
            return start + 1
        }
        guard first >= 0x80 || first.isAlphanumeric || Self.plainInURLs.contains(first) else {
            append(source[start], start, start + 1)
            return start + 1
        }
        appendScalars(decoded, start, place)
        return place
    }

    /// How often a percent sign may be encoded.
    private static let maxPercentSigns = 4
    private static let plainInURLs: Set<UInt8> = [0x40, 0x2B, 0x2D, 0x2E, 0x5F]  // @ + - . _

    private static func length(ofScalarWith byte: UInt8) -> Int { byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4 }

    /// Reads an escape of JSON, or of Markdown: a backslash in front of punctuation.
    private mutating func escape(at start: Int) -> Int {
        let next = source.at(start + 1)
        if next == UInt8(ascii: "u"), start + 5 < source.count, source[start + 2..<start + 6].allSatisfy(\.isHexDigit) {
            let code = source[start + 2..<start + 6].reduce(UInt32(0)) { $0 * 16 + $1.hexValue }
            if let scalar = Unicode.Scalar(code) {
                appendScalars(Bytes(String(Character(scalar)).utf8), start, start + 6)
                return start + 6
            }
        }
        // The end of a line that two escapes make.
        if next == UInt8(ascii: "r"), source.at(start + 2) == 0x5C, source.at(start + 3) == UInt8(ascii: "n") {
            append(0x0A, start, start + 4)
            return start + 4
        }
        if next == UInt8(ascii: "n") || next == UInt8(ascii: "r") || next == UInt8(ascii: "t"), !source.at(start - 1).isWord {
            append(0x0A, start, start + 2)
            return start + 2
        }
        if next == UInt8(ascii: "n") || next == UInt8(ascii: "r"), source.at(start + 2).isUpper || !source.at(start + 2).isASCIILetter {
            append(0x0A, start, start + 2)
            return start + 2
        }
        if next > 0x20, next < 0x7F, !next.isAlphanumeric, next != UInt8(ascii: "<"), next != UInt8(ascii: "&"), next != 0x5C {
            append(next, start, start + 2)
            return start + 2
        }
        append(source[start], start, start + 1)
        return start + 1
    }

    private mutating func scalar(at start: Int) -> Int {
        let end = min(source.count, start + Self.length(ofScalarWith: source[start]))
        appendScalar(source[start..<end], start, end)
        return end
    }

    /// Appends decoded characters that share a place in the source.
    private mutating func appendScalars(_ decoded: Bytes, _ start: Int, _ end: Int) {
        var place = 0
        while place < decoded.count {
            let next = min(decoded.count, place + Self.length(ofScalarWith: decoded[place]))
            if decoded[place] < 0x80 {
                append(decoded[place] == 0x09 || decoded[place] == 0x0D ? 0x20 : decoded[place], start, end)
            } else {
                appendScalar(decoded[place..<next], start, end)
            }
            place = next
        }
    }

    /// Appends a character beyond ASCII: as the ASCII character that it stands for, or as it is.
    private mutating func appendScalar(_ scalar: ArraySlice<UInt8>, _ start: Int, _ end: Int) {
        let mask: UInt8 = scalar.count == 2 ? 0x1F : scalar.count == 3 ? 0x0F : 0x07
        let code = scalar.dropFirst().reduce(UInt32(scalar[scalar.startIndex] & mask)) { $0 << 6 | UInt32($1 & 0x3F) }
        switch Self.plain(code) {
        case .some(0): break
        case .some(let plain): append(plain, start, end)
        case nil: for byte in scalar { append(byte, start, end) }
        }
    }

    /// The ASCII character that a character stands for, 0 for one that is invisible, or nil for one that is a letter.
    private static func plain(_ code: UInt32) -> UInt8? {
        switch code {
        case 0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180E, 0x3164, 0xFFA0, 0x200B...0x200F, 0x202A...0x202E,
            0x2060...0x2064, 0x2066...0x206F, 0xFE00...0xFE0F, 0xFEFF:
            0
        case 0x2010...0x2015, 0x2212, 0xFE58, 0xFE63: UInt8(ascii: "-")
        case 0x2018, 0x2019, 0x201B, 0x2BC, 0xB4: UInt8(ascii: "'")
        case 0xAB, 0xBB, 0x201A, 0x201C...0x201F, 0x2039, 0x203A, 0x300C...0x300F: UInt8(ascii: "\"")
        case 0xA2...0xA5, 0x20A0...0x20CF: UInt8(ascii: "$")
        case 0xB7, 0x3002, 0x30FB, 0xFF61: UInt8(ascii: ".")
        case 0x3001, 0x60C: UInt8(ascii: ",")
        case 0x61B: UInt8(ascii: ";")
        // Signs of telephones are words: they stand in front of numbers.
        case 0x260E, 0x260F, 0x2706, 0x1F4DE...0x1F4E0, 0x1F4F1, 0x1F4F2: nil
        case 0x80...0xA9, 0xAC, 0xAE...0xB9, 0xBC...0xBF, 0xD7, 0xF7, 0x2000...0x2BFF, 0x3000...0x3004, 0x3008...0x303F: 0x20
        case 0x660...0x669: UInt8(0x30 + code - 0x660)
        case 0x6F0...0x6F9: UInt8(0x30 + code - 0x6F0)
        case 0x966...0x96F: UInt8(0x30 + code - 0x966)
        case 0xFF01...0xFF5E: UInt8(code - 0xFF01 + 0x21)
        case 0xFFFC, 0xFFFD, 0x1F000...0x1FAFF, 0xE000...0xF8FF: 0x20
        default: nil
        }
    }
}
