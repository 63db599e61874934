package import HTMLParsing

/// Guesses the encoding of text that is not UTF-8, for error messages.
public enum LegacyEncoding {
    /// What a message says to do.
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
    /// How far in front of the first faulty byte a word may begin, in bytes.
    private static let wordBytes = 200

    /// Returns the end of a message about bytes that are not UTF-8, with the likely encoding and what to do.
    ///
    /// - Parameters:
    ///   - bytes: The text, as much of it as is there.
    ///   - advice: What reads the text.
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
    /// - Returns: "" if nothing speaks for another encoding.
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

    /// The warning about a page that names no encoding, and so was read as windows-1252; nil if it looks like that.
    ///
    /// - Parameters:
    ///   - bytes: The page.
    ///   - document: The page as it was parsed.
    ///   - contentType: The `Content-Type` of the response; nil if there is none.
    ///   - advice: What reads the page.
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
        for form in LegacyTextForm.all {
            guard let (share, count) = form.typicalShare(of: bytes), share >= LegacyTextForm.minShare else { continue }
            // Half of the common characters of Chinese are syllables of Korean. Several in a row that all are make Korean likely.
            let wins =
                form.encoding == .eucKR && count >= LegacyTextForm.minKorean ? share >= (best?.share ?? 0) : share > (best?.share ?? 0)
            if wins { best = (form.encoding, share) }
        }
        return best?.encoding ?? LegacyTextForm.singleByte(bytes)
    }
}
