internal import HTMLParsing

/// The web addresses in a plain text, in order: `https://example.org/x`, without the punctuation of the sentence behind them.
///
/// - SeeAlso: [URI C, Delimiting a URI in Context](https://www.rfc-editor.org/rfc/rfc3986#appendix-C)
struct PlainTextAddresses: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var position = 0

    /// A longer address is left as text, in bytes.
    private static let maximumBytes = 4000

    init(in bytes: [UInt8]) { self.bytes = bytes }

    /// Where the next address stands.
    mutating func next() -> Range<Int>? {
        while let colon = nextSchemeEnd() {
            position = colon + 3
            guard let start = startOfScheme(before: colon) else { continue }
            var end = position
            while end < bytes.count, Self.isInAddress(bytes[end]) { end += 1 }
            position = end
            end = withoutPunctuation(colon + 3, end)
            if end > colon + 3, end - start <= Self.maximumBytes { return start..<end }
        }
        return nil
    }

    /// The next place of `://`.
    private func nextSchemeEnd() -> Int? {
        var index = position
        while index + 2 < bytes.count {
            if bytes[index + 1] == 0x2F, bytes[index] == 0x3A, bytes[index + 2] == 0x2F { return index }
            index += 1
        }
        return nil
    }

    /// Where `http` or `https` begins before a colon; nil if something else stands there.
    private func startOfScheme(before colon: Int) -> Int? {
        for scheme in ["https", "http"] as [StaticString] {
            let start = colon - scheme.utf8CodeUnitCount
            guard start >= 0, bytes.begins(with: scheme, start..<colon) else { continue }
            if start > 0, bytes[start - 1].isASCIILetter || bytes[start - 1].isASCIIDigit || bytes[start - 1] >= 0x80 { return nil }
            return start
        }
        return nil
    }

    /// What an autolink of Markdown may hold, which is more than a URI may.
    private static func isInAddress(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B...0x7D, 0x7F: false
        default: true
        }
    }

    /// The end of the address without punctuation behind it, and without a bracket that opens before it.
    private func withoutPunctuation(_ start: Int, _ end: Int) -> Int {
        var end = end
        var unmatched = (round: 0, square: 0)
        for byte in bytes[start..<end] {
            switch byte {
            case 0x28: unmatched.round -= 1
            case 0x29: unmatched.round += 1
            case 0x5B: unmatched.square -= 1
            case 0x5D: unmatched.square += 1
            default: continue
            }
        }
        while end > start {
            switch bytes[end - 1] {
            case 0x21, 0x27, 0x2A, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5F, 0x7E: break
            case 0x29 where unmatched.round > 0: unmatched.round -= 1
            case 0x5D where unmatched.square > 0: unmatched.square -= 1
            default: return end
            }
            end -= 1
        }
        return end
    }
}
