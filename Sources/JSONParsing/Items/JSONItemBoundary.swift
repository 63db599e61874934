internal import JSONStrings

/// How the items of an input follow each other, learned from some of them, so that one can guess further on where an item
/// begins without having read everything before.
///
/// It is a guess: the same bytes may stand elsewhere. Who uses it checks it (``JSONItemReader/isInSameState(as:)``).
package struct JSONItemBoundary: Sendable {
    /// What an item is.
    package enum Kind: Sendable {
        /// An element of an array.
        case element
        /// A text on a line of its own.
        case line
    }

    /// What an item is.
    package let kind: Kind
    /// The bytes from the comma or line break in front of an item to its first bracket.
    private let separator: [UInt8]
    /// The names of an item's first members, with quotation marks; none if items are no objects.
    private let names: [[UInt8]]

    /// So many names tell an item from what is nested in it.
    private static let nameCount = 3
    /// More than this is not read to find the names, in bytes.
    private static let lookAhead = 4 << 10
    /// Items that are farther apart tell nothing, in bytes.
    private static let maxDistance = 256

    /// Learns from two neighbouring items.
    ///
    /// - Parameters:
    ///   - bytes: A piece of the input.
    ///   - end: Where the first item ends in it.
    ///   - start: Where the second one begins.
    ///   - kind: What items are, if these are neighbours.
    /// - Returns: nil if nothing can be told from them.
    package init?(in bytes: Span<UInt8>, between end: Int, and start: Int, kind: Kind) {
        guard end < start, start < bytes.count else { return nil }
        let first = bytes[start]
        guard first == UInt8(ascii: "{") || (first == UInt8(ascii: "[") && kind == .line) else { return nil }
        let mark = kind == .element ? UInt8(ascii: ",") : UInt8(ascii: "\n")
        // White space in front of the mark need not be the same everywhere.
        guard start - end <= Self.maxDistance, let place = (end..<start).first(where: { bytes[$0] == mark }) else { return nil }
        guard (place + 1..<start).allSatisfy({ bytes[$0] <= 0x20 }) else { return nil }
        self.kind = kind
        separator = (place...start).map { bytes[$0] }
        names = Self.names(at: start, in: bytes)
        if kind == .element, names.isEmpty { return nil }
    }

    /// Guesses where an item begins.
    ///
    /// - Parameter bytes: A piece of the input.
    /// - Returns: One past the first comma or line break in front of an item; nil if there is none.
    package func firstItemStart(in bytes: Span<UInt8>) -> Int? {
        let last = separator.count - 1
        let first = ByteVector16(repeating: separator[0])
        let bracket = ByteVector16(repeating: separator[last])
        var position = 0
        while position &+ last &+ ByteVector16.count <= bytes.count {
            let begins = ByteVector16(at: position, in: bytes).isEqual(to: first)
            var marks = (begins & ByteVector16(at: position &+ last, in: bytes).isEqual(to: bracket)).highBits
            while marks != 0 {
                let place = position &+ marks.trailingZeroBitCount
                marks &= marks &- 1
                if isItem(at: place, in: bytes) { return place + 1 }
            }
            position &+= ByteVector16.count
        }
        return nil
    }

    private func isItem(at place: Int, in bytes: Span<UInt8>) -> Bool {
        guard place + separator.count <= bytes.count, sameBytes(bytes.extracting(place..<place + separator.count), separator.span) else {
            return false
        }
        if kind == .line { return true }
        let found = Self.names(at: place + separator.count - 1, in: bytes)
        // Either may be cut short by a long value.
        return !found.isEmpty && zip(found, names).allSatisfy { $0 == $1 }
    }

    /// The names of the first members of the object that begins at `start`.
    private static func names(at start: Int, in bytes: Span<UInt8>) -> [[UInt8]] {
        var names: [[UInt8]] = []
        let rest = bytes.extracting(start..<min(start + lookAhead, bytes.count))
        var scanner = JSONScanner()
        var position = 0
        while names.count < nameCount, let token = try? scanner.next(in: rest, at: &position, maxReportedDepth: 1) {
            if token == .key { names.append((scanner.tokenStart..<scanner.tokenEnd).map { rest[$0] }) }
            if scanner.depth == 0 { break }
        }
        return names
    }
}
