package import HTMLParsing

/// Guesses the encoding of text that is not UTF-8, for error messages.
public enum LegacyEncoding {
    /// The advice of a message about text that is not UTF-8.
    public enum Advice: Sendable {
        /// The option of a source that decodes the text.
        case option
        /// The argument of a command that decodes the text.
        case argument
        /// The program that converts the input.
        case program

        /// The words for an encoding.
        func text(for encoding: HTMLEncoding) -> String {
            switch self {
            case .option: "\"encoding\": \"\(encoding.rawValue.lowercased())\" reads it"
            case .argument: "--encoding \(encoding.rawValue.lowercased()) reads it"
            case .program: "iconv -f \(encoding.rawValue) -t utf-8 converts it"
            }
        }
    }

    /// The part of a text that is looked at, in bytes.
    private static let sampleBytes = 4 << 10
    /// The largest distance between the start of a word and its first faulty byte, in bytes.
    private static let wordBytes = 200

    /// Returns the end of a message about bytes that are not UTF-8, with the likely encoding and what to do.
    ///
    /// - Parameters:
    ///   - bytes: The text, or the part of it that is known.
    ///   - advice: The way to decode the text that the message names.
    /// - Returns: "" if the bytes are valid UTF-8.
    public static func hint(for bytes: some Collection<UInt8>, advice: Advice = .program) -> String {
        let bytes = Array(bytes)
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
            return ""
        } catch {
            let fault = error.byteOffsets.lowerBound
            return hint(for: bytes[fault], likely(in: sample(of: bytes, around: fault)), advice)
        }
    }

    /// Returns the end of a message about a text that is not in the encoding that an option or a header names.
    ///
    /// - Returns: "" if no other encoding is likely.
    static func hint(for bytes: [UInt8], instead of: HTMLEncoding, advice: Advice) -> String {
        let encoding: HTMLEncoding
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
            encoding = .utf8
        } catch {
            encoding = likely(in: sample(of: bytes, around: error.byteOffsets.lowerBound))
        }
        // A text of one byte for each character may be in any of many encodings.
        guard encoding != of, encoding == .utf8 || encoding.isMultiByte, !bytes.isEmpty else { return "" }
        return "; it looks like \(encoding.rawValue); \(advice.text(for: encoding))"
    }

    /// Returns the end of a message about a text of which no more than the first faulty byte is known.
    public static func hint(for byte: UInt8, advice: Advice = .program) -> String { hint(for: byte, .windows1252, advice) }

    private static func hint(for byte: UInt8, _ encoding: HTMLEncoding, _ advice: Advice) -> String {
        let name: String
        switch byte {
        case ..<0x80: return ""
        case 0xA0... where encoding == .windows1252:
            name = "Latin-1 (ISO-8859-1 or windows-1252), where this byte is \"\(Character(Unicode.Scalar(byte)))\""
        default: name = encoding.rawValue
        }
        return "; it looks like \(name); \(advice.text(for: encoding))"
    }

    /// The warning about a page that names no encoding, and so was read as windows-1252; nil if the page looks like windows-1252.
    ///
    /// - Parameters:
    ///   - bytes: The page.
    ///   - document: The page as it was parsed.
    ///   - contentType: The `Content-Type` of the response; nil if there is none.
    ///   - advice: The way to decode the page that the message names.
    ///
    /// Package access: only the source `files` and the command `convert` read pages.
    package static func remark(onPage bytes: [UInt8], _ document: HTMLDocument, contentType: String?, advice: Advice) -> String? {
        guard HTMLEncoding.sniff(bytes.span, contentType: contentType) == nil, document.declaredEncoding == nil else { return nil }
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
            return nil
        } catch {
            let encoding = likely(in: sample(of: bytes, around: error.byteOffsets.lowerBound))
            if encoding == .windows1252 { return nil }
            return
                "the page names no encoding, and was read as windows-1252; it looks like \(encoding.rawValue); \(advice.text(for: encoding))"
        }
    }

    /// The text around a byte, from the beginning of a word.
    private static func sample(of bytes: [UInt8], around fault: Int) -> [UInt8] {
        var start = fault
        while start > 0, fault - start < wordBytes, bytes[start - 1] >= 0x30 { start -= 1 }
        return Array(bytes[start..<min(bytes.count, start + sampleBytes)])
    }

    /// The most likely encoding of a text that is not UTF-8.
    static func likely(in bytes: [UInt8]) -> HTMLEncoding {
        var best: (encoding: HTMLEncoding, share: Double)?
        for form in LegacyEncodingProfile.all {
            guard let (share, count) = form.typicalShare(of: bytes), share >= LegacyEncodingProfile.minShare else { continue }
            // Half of the common Chinese characters in GB 18030 have the bytes of Korean syllables in EUC-KR. If all of several characters
            // have such bytes, Korean is likely.
            let wins =
                form.encoding == .eucKR && count >= LegacyEncodingProfile.minKorean
                ? share >= (best?.share ?? 0) : share > (best?.share ?? 0)
            if wins { best = (form.encoding, share) }
        }
        return best?.encoding ?? LegacyEncodingProfile.singleByte(bytes)
    }
}

/// The shape of text in a legacy encoding: the bytes of a character, and the characters that are common in its languages.
private struct LegacyEncodingProfile: Sendable {
    /// The least share of common characters.
    static let minShare = 0.7
    /// The number of characters from which a text of syllables is Korean.
    static let minKorean = 4

    let encoding: HTMLEncoding
    private let leads: ClosedRange<UInt8>
    private let trails: [ClosedRange<UInt8>]
    /// Bytes that are complete characters, such as half-width katakana; nil if there are none.
    private var singles: ClosedRange<UInt8>?
    /// The first bytes of common characters.
    private let common: [ClosedRange<UInt8>]
    /// The second bytes of common characters.
    private var commonTrails: ClosedRange<UInt8> = 0xA1...0xFE
    /// First bytes that every text of some length contains, such as those of kana; nil if there are none.
    private var needed: ClosedRange<UInt8>?

    /// The multi-byte encodings. The common characters are punctuation, syllables, and the first half of the ideographs, which the
    /// standards sort by frequency.
    static let all = [
        LegacyEncodingProfile(
            encoding: .shiftJIS, leads: 0x81...0xFC, trails: [0x40...0x7E, 0x80...0xFC], singles: 0xA0...0xDF,
            common: [0x81...0x83, 0x88...0x97], commonTrails: 0x40...0xFC),
        LegacyEncodingProfile(
            encoding: .eucJP, leads: 0x8E...0xFE, trails: [0xA1...0xFE], common: [0xA1...0xA1, 0xA3...0xA5, 0xB0...0xCF],
            needed: 0xA4...0xA5),
        LegacyEncodingProfile(
            encoding: .gb18030, leads: 0x81...0xFE, trails: [0x30...0x39, 0x40...0xFE], common: [0xA1...0xA3, 0xB0...0xD7]),
        LegacyEncodingProfile(
            encoding: .big5, leads: 0x81...0xFE, trails: [0x40...0x7E, 0xA1...0xFE], common: [0xA1...0xA1, 0xA4...0xC6],
            commonTrails: 0x40...0xFE),
        LegacyEncodingProfile(encoding: .eucKR, leads: 0x81...0xFE, trails: [0x41...0xFE], common: [0xA1...0xA3, 0xB0...0xC8]),
    ]

    /// The share of common characters among the characters beyond ASCII, and the number of the latter; nil if the text is not in the
    /// encoding.
    func typicalShare(of bytes: [UInt8]) -> (share: Double, count: Int)? {
        var (count, typical, index) = (0, 0, 0)
        var hasNeeded = needed == nil
        var isBehindLetter = false
        while index < bytes.count {
            let lead = bytes[index]
            index += 1
            // The apostrophe of windows-1252, as in "it’s", is also a first byte of Shift_JIS. After a letter, it counts as an apostrophe.
            let isInsideWord = isBehindLetter
            isBehindLetter = lead.isASCIILetter
            if lead < 0x80 { continue }
            count += 1
            if singles?.contains(lead) == true { continue }
            guard leads.contains(lead) else { return nil }
            // The sample may end inside a character.
            guard index < bytes.count else { break }
            let trail = bytes[index]
            guard trails.contains(where: { $0.contains(trail) }) else { return nil }
            index += 1
            if !isInsideWord, commonTrails.contains(trail), common.contains(where: { $0.contains(lead) }) { typical += 1 }
            if needed?.contains(lead) == true { hasNeeded = true }
        }
        guard hasNeeded, count > 0 else { return nil }
        return (Double(typical) / Double(count), count)
    }

    /// The most likely encoding with one byte a character. Whole words of letters beyond ASCII are Cyrillic or Greek; capitals are rare.
    static func singleByte(_ bytes: [UInt8]) -> HTMLEncoding {
        let words = bytes.split { $0 < 0x80 && !$0.isASCIILetter }.filter { word in word.contains { $0 >= 0xC0 } }
        let foreign = words.filter { word in word.count > 2 && word.allSatisfy { $0 >= 0x80 } }
        guard foreign.count * 2 > words.count else { return .windows1252 }
        let letters = foreign.joined()
        // ά, έ, ή and ί stand in the middle of Greek words; in Cyrillic ones, these bytes are rare capitals.
        let accents = foreign.reduce(0) { count, word in count + word.dropFirst().count { (0xDC...0xDF).contains($0) } }
        let (high, low) = (letters.count { $0 >= 0xE0 }, letters.count { (0xC0...0xDF).contains($0) })
        if high > low { return accents * 20 > letters.count ? .windows1253 : .windows1251 }
        return .koi8R
    }
}
