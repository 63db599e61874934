#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// A text as lines, for a diff. A line includes its line feed.
package struct DiffText: Sendable {
    /// The number of bytes at the start of a file in which a NUL means that it is no text.
    private static let beginningBytes = 8000

    let bytes: [UInt8]
    /// The offset of each line, and the end of the last one.
    private let starts: [Int]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        unsafe bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return }
            var start = 0
            while start < buffer.count {
                if let found = unsafe memchr(base + start, Int32(UInt8(ascii: "\n")), buffer.count - start) {
                    start = unsafe UnsafeRawPointer(found) - base + 1
                } else {
                    start = buffer.count
                }
                starts.append(start)
            }
        }
        self.starts = starts
    }

    /// The number of lines.
    package var count: Int { starts.count - 1 }
    /// Whether the content seems to be no text.
    package var isBinary: Bool { bytes.prefix(Self.beginningBytes).contains(0) }

    /// A line with its line feed. The last one may have none.
    func line(_ index: Int) -> ArraySlice<UInt8> { bytes[starts[index]..<starts[index + 1]] }

    /// The lines as numbers: equal lines have equal numbers, in all texts that share a table.
    func numbers(in table: inout LineTable) -> [Int32] { (0..<count).map { table.number(of: line($0)) } }
}
