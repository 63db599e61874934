/// A ZIP archive that is written by hand, byte for byte.
///
/// - SeeAlso: [APPNOTE.TXT](https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT)
public struct ZipFile: Sendable {
    /// A file in the archive.
    public struct Entry: Sendable {
        /// The path in the archive.
        public var name: String
        /// The content, before it is compressed.
        public var content: [UInt8]
        /// 0 for none, 8 for deflate; other methods have the bytes of none.
        public var method = 8
        /// Whether checksum and lengths stand behind the content.
        public var hasDescriptor = false
        /// Whether the descriptor has its mark.
        public var hasMark = true
        /// Whether lengths have 8 bytes.
        public var isZip64 = false
        /// Whether the entry says that it is encrypted.
        public var isEncrypted = false
        /// The data in the archive; nil for that of the method.
        public var data: [UInt8]?

        /// A file with deflate.
        public init(_ name: String, _ content: String) { (self.name, self.content) = (name, Array(content.utf8)) }
    }

    /// The files in their order.
    public var entries: [Entry]
    /// Whether the archive has its directory.
    public var isComplete = true

    /// An archive of files.
    public init(_ entries: [Entry]) { self.entries = entries }

    /// The archive.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        for entry in entries {
            let place = bytes.count
            append(entry, to: &bytes, &directory, place)
        }
        guard isComplete else { return bytes }
        let place = bytes.count
        var end = Self.number(0x0605_4B50, 4)
        for (value, width) in [(0, 4), (entries.count, 2), (entries.count, 2), (directory.count, 4), (place, 4), (0, 2)] {
            end += Self.number(value, width)
        }
        return bytes + directory + end
    }

    private func append(_ entry: Entry, to bytes: inout [UInt8], _ directory: inout [UInt8], _ place: Int) {
        let data = entry.data ?? (entry.method == 8 ? Self.deflated(entry.content) : entry.content)
        let lengths = [data.count, entry.content.count]
        let flags = (entry.isEncrypted ? 1 : 0) + (entry.hasDescriptor ? 8 : 0)
        let checksum = Int(Self.checksum(entry.content))
        let shown = entry.hasDescriptor ? [0, 0] : entry.isZip64 ? [0xFFFF_FFFF, 0xFFFF_FFFF] : lengths
        var extra: [UInt8] = []
        if entry.isZip64 {
            for (value, width) in [(1, 2), (16, 2), (lengths[1], 8), (lengths[0], 8)] { extra += Self.number(value, width) }
        }
        let name = Array(entry.name.utf8)
        var middle: [UInt8] = []
        let shownChecksum = entry.hasDescriptor ? 0 : checksum
        for (value, width) in [
            (45, 2), (flags, 2), (entry.method, 2), (0, 4), (shownChecksum, 4), (shown[0], 4), (shown[1], 4), (name.count, 2),
        ] { middle += Self.number(value, width) }
        bytes += Self.number(0x0403_4B50, 4)
        bytes += middle
        bytes += Self.number(extra.count, 2)
        bytes += name
        bytes += extra
        bytes += data
        if entry.hasDescriptor {
            if entry.hasMark { bytes += Self.number(0x0807_4B50, 4) }
            bytes += Self.number(checksum, 4)
            for length in lengths { bytes += Self.number(length, entry.isZip64 ? 8 : 4) }
        }
        directory += Self.number(0x0201_4B50, 4)
        directory += Self.number(45, 2)
        directory += middle
        for (value, width) in [(0, 2), (0, 2), (0, 2), (0, 2), (0, 4), (place, 4)] { directory += Self.number(value, width) }
        directory += name
    }

    /// Deflate in blocks that are not compressed.
    private static func deflated(_ content: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = content[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            bytes += [rest.isEmpty ? 1 : 0] + number(block.count, 2) + number(block.count ^ 0xFFFF, 2) + block
        } while !rest.isEmpty
        return bytes
    }

    private static func number(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

    private static func checksum(_ content: [UInt8]) -> UInt32 {
        var checksum = UInt32.max
        for byte in content {
            checksum ^= UInt32(byte)
            for _ in 0..<8 {
                let isOdd = checksum & 1 == 1
                checksum >>= 1
                if isOdd { checksum ^= 0xEDB8_8320 }
            }
        }
        return ~checksum
    }
}
