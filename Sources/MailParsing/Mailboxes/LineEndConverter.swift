internal import HTMLParsing

/// Makes line feeds of the line ends of old programs for the Mac, which are carriage returns alone.
///
/// A file has such line ends if its beginning has carriage returns and no line feed. The length of the bytes stays the same.
struct LineEndConverter: Sendable {
    private enum Kind { case unknown, lineFeeds, carriageReturns }

    /// The length of the beginning that decides, in bytes.
    private static let sampleBytes = 16 << 10

    private var kind = Kind.unknown
    /// The beginning, as long as it does not decide.
    private var sample: [UInt8] = []

    /// Takes the next bytes.
    ///
    /// - Returns: The bytes to read in their place; nil for the bytes as they are.
    mutating func convert(_ bytes: Span<UInt8>) -> [UInt8]? {
        switch kind {
        case .lineFeeds: return nil
        case .carriageReturns:
            var copy: [UInt8] = []
            copy.append(span: bytes)
            return Self.converted(copy)
        case .unknown: break
        }
        let hasLineFeed = Self.hasLineFeed(bytes)
        if hasLineFeed, sample.isEmpty {
            kind = .lineFeeds
            return nil
        }
        sample.append(span: bytes)
        guard hasLineFeed || sample.count >= Self.sampleBytes else { return [] }
        return decide(hasLineFeed: hasLineFeed)
    }

    /// Ends the bytes.
    ///
    /// - Returns: The last ones, of an input that is short.
    mutating func finish() -> [UInt8] { decide(hasLineFeed: false) }

    private mutating func decide(hasLineFeed: Bool) -> [UInt8] {
        if kind == .unknown { kind = hasLineFeed || !sample.contains(0x0D) ? .lineFeeds : .carriageReturns }
        let beginning = sample
        sample = []
        return kind == .lineFeeds ? beginning : Self.converted(beginning)
    }

    private static func hasLineFeed(_ bytes: Span<UInt8>) -> Bool {
        let lineFeed = UInt8(ascii: "\n")
        return firstIndex(of: lineFeed, lineFeed, lineFeed, lineFeed, from: 0, in: bytes) < bytes.count
    }

    private static func converted(_ bytes: [UInt8]) -> [UInt8] { bytes.map { $0 == 0x0D ? UInt8(ascii: "\n") : $0 } }
}
