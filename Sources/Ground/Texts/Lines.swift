#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The lines of a text, without their line feeds. A text that ends with a line feed has no line behind it.
package struct Lines: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var start: Int

    /// - Parameters:
    ///   - bytes: The text.
    ///   - start: The offset of the first line.
    package init(_ bytes: [UInt8], from start: Int = 0) {
        self.bytes = bytes
        self.start = start
    }

    package mutating func next() -> ArraySlice<UInt8>? {
        guard start < bytes.count else { return nil }
        let lineFeed = Self.end(ofLineAt: start, in: bytes.span).map { $0 - 1 }
        defer { start = (lineFeed ?? bytes.count) + 1 }
        return bytes[start..<(lineFeed ?? bytes.count)]
    }

    /// Returns the offset behind the next line feed; nil if there is none.
    package static func end(ofLineAt start: Int, in bytes: Span<UInt8>) -> Int? {
        precondition(start >= 0 && start <= bytes.count)
        return unsafe bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress, start < buffer.count,
                let found = unsafe memchr(base + start, Int32(UInt8(ascii: "\n")), buffer.count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base + 1
        }
    }

    /// The number of line feeds.
    package static func count(in bytes: ArraySlice<UInt8>) -> Int { count(in: bytes.span) }

    /// The number of line feeds.
    ///
    /// Counts eight bytes at a time, with one counter per byte of a word. Byte by byte takes five times as long: a third of the time of a
    /// run that reads JSON from a pipe.
    package static func count(in bytes: Span<UInt8>) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var count = 0
        var place = 0
        while place &+ 8 <= bytes.count {
            // A counter of eight bits holds at most 255.
            let end = Swift.min(place &+ 8 * 255, bytes.count & ~7)
            var counts: UInt64 = 0
            while place < end {
                let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self) ^ (ones &* 0x0A)
                let others = (word & (ones &* 0x7F)) &+ (ones &* 0x7F) | word
                counts &+= ~others >> 7 & ones
                place &+= 8
            }
            let pairs = (counts & 0x00FF_00FF_00FF_00FF) &+ (counts >> 8 & 0x00FF_00FF_00FF_00FF)
            count += Int((pairs &* 0x0001_0001_0001_0001) >> 48)
        }
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "\n") { count += 1 }
            place += 1
        }
        return count
    }
}

extension StringProtocol {
    /// The text without spaces, tabs and line breaks at its start and end.
    public var trimmingSpaces: String {
        // A fast path for most texts, which have nothing to trim: comparing characters costs much more than comparing two scalars.
        let visible: ClosedRange<Unicode.Scalar> = "!"..."~"
        if let first = unicodeScalars.first, let last = unicodeScalars.last, visible.contains(first), visible.contains(last) {
            return String(self)
        }
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" || $0 == "\r\n" }
        guard let start = firstIndex(where: { !isSpace($0) }), let end = lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(self[start...end])
    }
}

extension Span<UInt8> {
    /// Whether there is nothing but ASCII white space.
    package var isBlank: Bool {
        for index in indices where self[index] != 0x20 && !(0x09...0x0D).contains(self[index]) { return false }
        return true
    }
}
