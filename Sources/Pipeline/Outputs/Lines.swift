#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Lines of text.
enum Lines {
    /// Returns the offset behind the next line feed; nil if there is none.
    static func end(ofLineAt start: Int, in bytes: Span<UInt8>) -> Int? {
        precondition(start >= 0 && start <= bytes.count)
        return unsafe bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress, start < buffer.count,
                let found = unsafe memchr(base + start, Int32(UInt8(ascii: "\n")), buffer.count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base + 1
        }
    }

    /// The number of line feeds.
    static func count(in bytes: [UInt8]) -> Int { count(in: bytes.span) }

    /// The number of line feeds.
    static func count(in bytes: Span<UInt8>) -> Int {
        var count = 0
        var start = 0
        while let end = end(ofLineAt: start, in: bytes) {
            count += 1
            start = end
        }
        return count
    }
}
