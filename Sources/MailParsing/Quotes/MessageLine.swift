import HTMLParsing

/// A line of a message, with the features by which quotes, headers and signatures are found.
///
/// The checks work on bytes. A string is made only for the few lines that pass the first checks.
struct MessageLine {
    /// A buffer of UTF-8 that holds the line.
    private let source: [UInt8]
    private let range: Range<Int>
    /// A buffer that holds the line without direction marks. It is `source` if the line has none.
    private let visible: [UInt8]
    /// The range of the line in `visible`, without surrounding white space, quote marks and asterisks.
    private let trimmedRange: Range<Int>
    /// The trimmed range, extended by angle brackets at the end, which may close an address.
    private let trimmedRangeWithBracket: Range<Int>

    /// Whether the line has a link to a mail address.
    let hasMailLink: Bool
    /// Whether an element with a border at its top begins with the line, as Outlook separates quoted messages.
    private(set) var isBelowBorder = false
    /// Whether the line is in a `blockquote` of a document.
    private(set) var isInQuotation = false
    /// Whether one `br` alone divides the line from the line before it.
    private(set) var isBelowBreak = false
    /// Whether a blank line, or the start or end of a paragraph, divides the line from the line before it. Only documents need it: text has
    /// blank lines.
    private(set) var isBelowGap = false
    /// Whether the line has only white space.
    let isBlank: Bool
    /// Whether the line begins with a quote mark.
    let isQuoted: Bool
    /// Whether the line is ASCII.
    let isASCII: Bool
    /// Whether the line has a digit or an at sign, which every date and every address needs.
    let mayNameDateOrSender: Bool
    /// Whether the line may have a colon.
    let hasColon: Bool

    /// Longer lines, in bytes, are running text and have no features.
    private static let maximumBytes = 2000

    /// - Parameters:
    ///   - source: A buffer of UTF-8 that holds the line.
    ///   - range: The range of the line in it.
    ///   - hasMailLink: Whether the line has a link to a mail address.
    init(_ source: [UInt8], _ range: Range<Int>, hasMailLink: Bool = false) {
        self.source = source
        self.range = range
        self.hasMailLink = hasMailLink
        let first = source.skippingWhiteSpace(range.lowerBound, range.upperBound)
        isBlank = first == range.upperBound
        isQuoted = !isBlank && source[first] == 0x3E
        guard range.count <= Self.maximumBytes, !isBlank else {
            (visible, trimmedRange, trimmedRangeWithBracket) = ([], 0..<0, 0..<0)
            (isASCII, mayNameDateOrSender, hasColon) = (true, false, false)
            return
        }
        var (isASCII, mayNameDateOrSender, hasColon) = (true, false, false)
        for index in range {
            let byte = source[index]
            if byte >= 0x80 {
                isASCII = false
                // The byte may belong to a fullwidth colon.
                hasColon = true
            } else if byte.isASCIIDigit || byte == 0x40 {
                mayNameDateOrSender = true
            } else if byte == 0x3A || byte == 0x7C {
                // A bar divides the label from its value in a table.
                hasColon = true
            }
        }
        (self.isASCII, self.mayNameDateOrSender, self.hasColon) = (isASCII, mayNameDateOrSender, hasColon)
        let hasDirectionMarks = !isASCII && Self.hasDirectionMark(source, range)
        visible = hasDirectionMarks ? Self.withoutDirectionMarks(source[range]) : source
        let whole = hasDirectionMarks ? 0..<visible.count : range
        let start = visible.skippingWhiteSpace(whole.lowerBound, whole.upperBound, and: Self.isDecoration)
        let plainEnd = visible.droppingWhiteSpace(start, whole.upperBound) { $0 != 0x3E && Self.isDecoration($0) }
        trimmedRangeWithBracket = start..<plainEnd
        trimmedRange = start..<visible.droppingWhiteSpace(start, plainEnd, and: Self.isDecoration)
    }

    init(_ text: String, hasMailLink: Bool = false) {
        let bytes = Array(text.utf8)
        self.init(bytes, 0..<bytes.count, hasMailLink: hasMailLink)
    }

    /// Creates a line from a visible line of a document.
    init(_ line: HTMLLines.Line) {
        self.init(line.text, 0..<line.text.count, hasMailLink: line.hasMailLink)
        (isBelowBorder, isBelowBreak, isBelowGap) = (line.isBelowBorder, line.above == .lineBreak, line.above == .gap)
        isInQuotation = line.isQuoted
    }

    private static func isDecoration(_ byte: UInt8) -> Bool { byte == 0x3E || byte == 0x2A || byte == 0x7C }

    /// Whether the line has direction marks. Programs for Hebrew and Arabic write them around names and addresses.
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

/// The text of the line.
extension MessageLine {
    /// The unchanged line.
    var text: String { String(decoding: source[range], as: UTF8.self) }

    /// The bytes of the unchanged line.
    var textBytes: ArraySlice<UInt8> { source[range] }

    /// The line in lower case, without surrounding white space, quote marks and asterisks.
    var trimmed: String { lowercased(trimmedRange) }

    /// The first bytes of the trimmed line in lower case. The last character may be cut.
    func trimmedStart(bytes: Int) -> String { lowercased(trimmedRange.prefix(bytes)) }

    /// The trimmed line with angle brackets at its end, which may close an address.
    var trimmedWithBracket: String { lowercased(trimmedRangeWithBracket) }

    /// The trimmed line with angle brackets at its end, in its own case.
    var attributionText: String { String(decoding: visible[trimmedRangeWithBracket], as: UTF8.self) }

    /// The last byte of the trimmed line with angle brackets at its end.
    var lastByte: UInt8? { trimmedRangeWithBracket.isEmpty ? nil : visible[trimmedRangeWithBracket.upperBound - 1] }

    /// The number of quote marks at the start of the line.
    var quoteDepth: Int {
        var depth = 0
        for byte in textBytes {
            if byte == 0x3E { depth += 1 } else if !byte.isFoldedSpace { break }
        }
        return depth
    }

    /// The line without the quote marks at its start, one space behind them, and white space at its end.
    var textWithoutMarks: String {
        var start = range.lowerBound
        if isQuoted {
            // White space between two marks belongs to them.
            while let next = source[start..<range.upperBound].firstIndex(where: { !$0.isFoldedSpace }), source[next] == 0x3E {
                start = next + 1
            }
            if start < range.upperBound, source[start] == 0x20 { start += 1 }
        } else if hasOtherMark {
            start = (source[start..<range.upperBound].firstIndex { $0 == 0x7C || $0 == 0x3E } ?? start) + 1
            if start < range.upperBound, source[start] == 0x20 { start += 1 }
        }
        return String(decoding: source[start..<source.droppingWhiteSpace(start, range.upperBound)], as: UTF8.self)
    }

    /// The number of bytes of the trimmed line.
    var trimmedCount: Int { trimmedRange.count }

    /// Whether the line begins with another quote mark than `>`: a bar, or initials before the mark (`OB>`).
    var hasOtherMark: Bool {
        let start = source.skippingWhiteSpace(range.lowerBound, range.upperBound)
        guard start < range.upperBound else { return false }
        // The rows of a table end with a bar, too.
        if source[start] == 0x7C { return source[source.droppingWhiteSpace(start, range.upperBound) - 1] != 0x7C || range.count == 1 }
        let letters = source[start..<range.upperBound].prefix(4).prefix { $0.isASCIILetter }
        return !letters.isEmpty && letters.endIndex < range.upperBound && source[letters.endIndex] == 0x3E
    }

    /// Whether an attribution explains the other mark of the line: it has an address, or the initials are those of its words.
    func isMarked(for attribution: ArraySlice<MessageLine>) -> Bool {
        if attribution.contains(where: { $0.textBytes.contains(0x40) }) { return true }
        let initials = source[range].drop { $0.isFoldedSpace }.prefix { $0.isASCIILetter }
        let starts = Set(attribution.flatMap { $0.text.split { !$0.isLetter }.compactMap(\.utf8.first) })
        return !initials.isEmpty && initials.allSatisfy(starts.contains)
    }

    /// Whether the line contains "On ".
    var containsOpener: Bool {
        guard range.count > 4 else { return false }
        return (range.lowerBound..<range.upperBound - 2).contains { source[$0] == 0x4F && source[$0 + 1] == 0x6E && source[$0 + 2] == 0x20 }
    }

    /// The text before the first colon, in lower case; nil if it is too long for a label.
    var labelText: String? {
        var end = trimmedRange.lowerBound
        // In the row of a table, a bar follows the label.
        let isRow = trimmedRange.lowerBound > 0 && visible[..<trimmedRange.lowerBound].last { $0 != 0x20 } == 0x7C
        while end < trimmedRange.upperBound, visible[end] != 0x3A, !isRow || visible[end] != 0x7C {
            if visible[end] == 0xEF, visible[end..<trimmedRange.upperBound].starts(with: "：".utf8) { break }
            end += 1
        }
        guard end < trimmedRange.upperBound else { return nil }
        end = visible.droppingWhiteSpace(trimmedRange.lowerBound, end) { $0 == 0x2A }
        return end - trimmedRange.lowerBound > HeaderLabel.maximumBytes ? nil : lowercased(trimmedRange.lowerBound..<end)
    }

    /// Whether the trimmed line is empty, or the line is too long to be checked.
    var hasNoContent: Bool { trimmedRange.isEmpty }

    private func lowercased(_ range: Range<Int>) -> String {
        guard isASCII else { return String(decoding: visible[range], as: UTF8.self).lowercased() }
        return String(decoding: visible[range].map(\.asciiLowercased), as: UTF8.self)
    }

    /// The first byte of the trimmed line, in lower case if it is an ASCII letter.
    var firstByte: UInt8? { trimmedRange.isEmpty ? nil : visible[trimmedRange.lowerBound].asciiLowercased }

    /// Whether the trimmed line begins with a phrase. Works for ASCII lines; the phrase has to be in lower case.
    func trimmedHasPrefix(with phrase: [UInt8]) -> Bool {
        guard phrase.count <= trimmedRange.count else { return false }
        for (offset, byte) in phrase.enumerated() where visible[trimmedRange.lowerBound + offset].asciiLowercased != byte { return false }
        return true
    }

    /// Whether the trimmed line ends with an ASCII byte.
    func trimmedHasSuffix(with byte: UInt8) -> Bool { !trimmedRange.isEmpty && visible[trimmedRange.upperBound - 1] == byte }

    /// Whether the trimmed line begins with a digit of ASCII, as a date may.
    var beginsWithDigit: Bool { firstByte?.isASCIIDigit ?? false }

    /// Whether arrows stand around the line: `>>> Ann 1/2/2023 10:00 AM >>>`.
    var isBetweenArrows: Bool {
        let end = source.droppingWhiteSpace(range.lowerBound, range.upperBound)
        guard isQuoted, end - range.lowerBound > 6 else { return false }
        return source[range.lowerBound..<range.lowerBound + 3].elementsEqual(">>>".utf8) && source[end - 3..<end].elementsEqual(">>>".utf8)
    }

    /// The number of angle brackets that open in the line, less those that close.
    var openBrackets: Int { source[range].reduce(0) { $0 + ($1 == 0x3C ? 1 : $1 == 0x3E ? -1 : 0) } }

    /// Whether the line ends like an attribution: with a colon, or with "wrote".
    var endsAsIntroduction: Bool {
        let (start, end) = (trimmedRangeWithBracket.lowerBound, trimmedRangeWithBracket.upperBound)
        guard start < end else { return false }
        switch visible[end - 1] {
        case 0x3A: return true
        case UInt8(ascii: "e"), UInt8(ascii: "E"): return visible.matches("wrote", max(start, end - 5)..<end)
        case 0x9A: return visible.matches("：", max(start, end - 3)..<end)
        default: return false
        }
    }
}

/// Lengths in characters.
extension MessageLine {
    /// The length of the first `count` characters, in bytes.
    func byteCount(ofCharacters count: Int) -> Int { text.prefix(count).utf8.count }

    /// Whether the line has at most `count` characters.
    func hasCharacters(atMost count: Int) -> Bool {
        range.count <= count || !isASCII && text.count <= count
    }
}
