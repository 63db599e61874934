internal import JSONStrings

/// A pattern of the bytes between two items, learned from two neighbours. With it a task finds the start of an item in the middle
/// of an input without parsing everything before.
///
/// The result is speculative: the same bytes may occur inside an item. The caller verifies it with
/// ``JSONItemReader/isInSameState(as:)``.
package struct JSONItemBoundary: Sendable {
    /// The two layouts of items in an input.
    package enum Kind: Sendable {
        /// An element of an array.
        case element
        /// A text on its own line (JSON Lines).
        case line
    }

    /// The layout of the items.
    package let kind: Kind
    /// The bytes from the comma or line break in front of an item to its first bracket.
    private let separator: [UInt8]
    /// The first keys of an item with quotation marks; empty if items are not objects.
    private let names: [[UInt8]]

    /// The number of keys that distinguish an item from an object nested in it.
    private static let nameCount = 3
    /// The limit of the search for keys, in bytes.
    private static let lookAhead = 4 << 10
    /// The greatest distance of two items to learn from, in bytes.
    private static let maxDistance = 256

    /// Learns the pattern from two neighbouring items.
    ///
    /// - Parameters:
    ///   - bytes: A piece of the input.
    ///   - end: The end of the first item in `bytes`.
    ///   - start: The start of the second item in `bytes`.
    ///   - kind: The layout of the items.
    /// - Returns: nil if the bytes between the two items are no usable pattern.
    package init?(in bytes: Span<UInt8>, between end: Int, and start: Int, kind: Kind) {
        guard end < start, start < bytes.count else { return nil }
        let first = bytes[start]
        guard first == UInt8(ascii: "{") || (first == UInt8(ascii: "[") && kind == .line) else { return nil }
        let mark = kind == .element ? UInt8(ascii: ",") : UInt8(ascii: "\n")
        // The pattern leaves out white space before the comma or line break, because it may vary.
        guard start - end <= Self.maxDistance, let place = (end..<start).first(where: { bytes[$0] == mark }) else { return nil }
        guard (place + 1..<start).allSatisfy({ bytes[$0] <= 0x20 }) else { return nil }
        self.kind = kind
        separator = (place...start).map { bytes[$0] }
        names = Self.names(at: start, in: bytes)
        if kind == .element, names.isEmpty { return nil }
    }

    /// Finds the first item that seems to begin in a piece of the input.
    ///
    /// - Parameter bytes: A piece of the input.
    /// - Returns: The offset after the comma or line break before that item; nil if there is none.
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
        // A long value may cut either list short, so only the common prefix is compared.
        return !found.isEmpty && zip(found, names).allSatisfy { $0 == $1 }
    }

    /// Returns the first keys of the object at `start`.
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
