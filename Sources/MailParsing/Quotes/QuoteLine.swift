import HTMLParsing

/// What one line of a message says about quotes.
///
/// Lines are looked at as bytes; strings are made for the few that may say something.
struct QuoteLine {
    /// The message, or this line alone.
    private let source: [UInt8]
    private let range: Range<Int>
    /// The line without marks of the writing direction, and where it stands in that.
    private let visible: [UInt8]
    /// Without white space, quote marks and emphasis around it.
    private let bareRange: Range<Int>
    /// The same, but with the bracket at its end that may close an address.
    private let plainRange: Range<Int>

    /// Whether a link in it leads to a mail address.
    let hasMailLink: Bool
    /// Whether there is nothing but white space in it.
    let isBlank: Bool
    /// Whether the line begins with a quote mark.
    let isQuoted: Bool
    /// Whether nothing but ASCII is in it.
    let isASCII: Bool
    /// Whether a digit or an at sign is in it, without which it tells neither date nor sender.
    let mayTellOrigin: Bool
    /// Whether a colon may be in it.
    let hasColon: Bool

    /// A line that is longer than this, in bytes, is running text.
    private static let maximumBytes = 2000

    /// - Parameters:
    ///   - source: Bytes in UTF-8 that hold the line.
    ///   - range: Where in them it stands.
    init(_ source: [UInt8], _ range: Range<Int>, hasMailLink: Bool = false) {
        self.source = source
        self.range = range
        self.hasMailLink = hasMailLink
        let first = source.skippingWhiteSpace(range.lowerBound, range.upperBound)
        isBlank = first == range.upperBound
        isQuoted = !isBlank && source[first] == 0x3E
        guard range.count <= Self.maximumBytes, !isBlank else {
            (visible, bareRange, plainRange) = ([], 0..<0, 0..<0)
            (isASCII, mayTellOrigin, hasColon) = (true, false, false)
            return
        }
        var (isASCII, mayTellOrigin, hasColon) = (true, false, false)
        for index in range {
            let byte = source[index]
            if byte >= 0x80 {
                isASCII = false
                // It may be a wide colon.
                hasColon = true
            } else if byte.isASCIIDigit || byte == 0x40 {
                mayTellOrigin = true
            } else if byte == 0x3A {
                hasColon = true
            }
        }
        (self.isASCII, self.mayTellOrigin, self.hasColon) = (isASCII, mayTellOrigin, hasColon)
        let isQuotedOrDiff = !isASCII && Self.hasDirectionMark(source, range)
        visible = isQuotedOrDiff ? Self.withoutDirectionMarks(source[range]) : source
        let whole = isQuotedOrDiff ? 0..<visible.count : range
        let start = visible.skippingWhiteSpace(whole.lowerBound, whole.upperBound, and: Self.isDecoration)
        let plainEnd = visible.droppingWhiteSpace(start, whole.upperBound) { $0 != 0x3E && Self.isDecoration($0) }
        plainRange = start..<plainEnd
        bareRange = start..<visible.droppingWhiteSpace(start, plainEnd, and: Self.isDecoration)
    }

    init(_ text: String, hasMailLink: Bool = false) {
        let bytes = Array(text.utf8)
        self.init(bytes, 0..<bytes.count, hasMailLink: hasMailLink)
    }

    /// A visible line of a document.
    init(_ line: HTMLLines.Line) {
        self.init(line.text, 0..<line.text.count, hasMailLink: line.hasMailLink)
    }

    private static func isDecoration(_ byte: UInt8) -> Bool { byte == 0x3E || byte == 0x2A || byte == 0x7C }

    /// Hebrew and Arabic programs put marks of the writing direction around names and addresses.
    private static func hasDirectionMark(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        range.contains { bytes[$0] == 0xE2 && isDirectionMark(bytes, at: $0, end: range.upperBound) }
    }

    private static func isDirectionMark(_ bytes: [UInt8], at index: Int, end: Int) -> Bool {
        guard index + 2 < end else { return false }
        let last = bytes[index + 2]
        if bytes[index + 1] == 0x80 { return last == 0x8E || last == 0x8F || last >= 0xAA && last <= 0xAE }
        return bytes[index + 1] == 0x81 && last >= 0xA6 && last <= 0xA9
    }

    private static func withoutDirectionMarks(_ line: ArraySlice<UInt8>) -> [UInt8] {
        let bytes = Array(line)
        var kept: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0xE2, isDirectionMark(bytes, at: index, end: bytes.count) {
                index += 3
            } else {
                kept.append(bytes[index])
                index += 1
            }
        }
        return kept
    }
}

/// The line as text.
extension QuoteLine {
    /// As it came.
    var text: String { String(decoding: source[range], as: UTF8.self) }

    /// The bytes of the line as it came.
    var textBytes: ArraySlice<UInt8> { source[range] }

    /// In lower case, without white space, quote marks and emphasis around it.
    var bare: String { lowercased(bareRange) }

    /// The same, but with the bracket at its end that may close an address.
    var plain: String { lowercased(plainRange) }

    /// Whether "On " is in it.
    var holdsOpener: Bool {
        guard range.count > 4 else { return false }
        return (range.lowerBound..<range.upperBound - 2).contains { source[$0] == 0x4F && source[$0 + 1] == 0x6E && source[$0 + 2] == 0x20 }
    }

    /// What stands before the first colon, in lower case; nil if it is too long for a label.
    var labelText: String? {
        var end = bareRange.lowerBound
        while end < bareRange.upperBound, visible[end] != 0x3A {
            if visible[end] == 0xEF, visible[end..<bareRange.upperBound].starts(with: "：".utf8) { break }
            end += 1
        }
        guard end < bareRange.upperBound else { return nil }
        end = visible.droppingWhiteSpace(bareRange.lowerBound, end) { $0 == 0x2A }
        return end - bareRange.lowerBound > HeaderLabel.maximumBytes ? nil : lowercased(bareRange.lowerBound..<end)
    }

    /// Whether nothing is left of the line without its decoration, or it is too long to say something.
    var isBare: Bool { bareRange.isEmpty }

    private func lowercased(_ range: Range<Int>) -> String {
        guard isASCII else { return String(decoding: visible[range], as: UTF8.self).lowercased() }
        return String(decoding: visible[range].map(\.asciiLowercased), as: UTF8.self)
    }

    /// The first byte without decoration, in lower case where it is a letter of ASCII.
    var firstByte: UInt8? { bareRange.isEmpty ? nil : visible[bareRange.lowerBound].asciiLowercased }

    /// Whether a line of ASCII begins with a phrase in lower case.
    func bareBegins(with phrase: [UInt8]) -> Bool {
        guard phrase.count <= bareRange.count else { return false }
        for (offset, byte) in phrase.enumerated() where visible[bareRange.lowerBound + offset].asciiLowercased != byte { return false }
        return true
    }

    /// Whether the line ends with this letter or mark of ASCII.
    func bareEnds(with byte: UInt8) -> Bool { !bareRange.isEmpty && visible[bareRange.upperBound - 1] == byte }

    /// Whether the line ends as the line above a quote does: in a colon, or "wrote".
    var endsAsIntroduction: Bool {
        let end = visible[plainRange].suffix(5)
        return end.last == 0x3A || end.suffix(3).elementsEqual("：".utf8) || end.map(\.asciiLowercased) == Array("wrote".utf8)
    }
}

/// Characters, as they are counted where a line is cut.
extension QuoteLine {
    /// How many bytes the first characters of the line have.
    func byteCount(ofCharacters count: Int) -> Int { text.prefix(count).utf8.count }

    /// Whether the line has no more characters than this.
    func hasCharacters(atMost count: Int) -> Bool {
        range.count <= count || !isASCII && text.count <= count
    }
}
