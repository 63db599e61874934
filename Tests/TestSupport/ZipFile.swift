/// A ZIP archive that is written by hand, byte for byte.
///
/// - SeeAlso: [APPNOTE.TXT](https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT)
public struct ZipFile: Sendable {
    /// A file in the archive.
    public struct Entry: Sendable {
        public var name: String
        public var content: [UInt8]
        /// 0 for none, 8 for deflate; other methods have the bytes of none.
        public var method = 8
        /// Whether checksum and lengths stand behind the content.
        public var hasDescriptor = false
        /// Whether the descriptor has its mark.
        public var hasMark = true
        public var isZip64 = false
        public var isEncrypted = false
        /// The data in the archive; nil for that of the method.
        public var data: [UInt8]?

        public init(_ name: String, _ content: String) { (self.name, self.content) = (name, Array(content.utf8)) }
    }

    public var entries: [Entry]
    /// Whether the archive has its directory.
    public var isComplete = true

    public init(_ entries: [Entry]) { self.entries = entries }

    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        for entry in entries {
            let data = entry.data ?? (entry.method == 8 ? Self.deflated(entry.content) : entry.content)
            let place = bytes.count
            let lengths = [data.count, entry.content.count]
            let flags = (entry.isEncrypted ? 1 : 0) + (entry.hasDescriptor ? 8 : 0)
            let checksum = Int(Self.checksum(entry.content))
            let shown = entry.hasDescriptor ? [0, 0] : entry.isZip64 ? [0xFFFF_FFFF, 0xFFFF_FFFF] : lengths
            let extra = entry.isZip64 ? Self.number(1, 2) + Self.number(16, 2) + lengths.reversed().flatMap { Self.number($0, 8) } : []
            let name = Array(entry.name.utf8)
            let middle =
                Self.number(45, 2) + Self.number(flags, 2) + Self.number(entry.method, 2) + Self.number(0, 4)
                + Self.number(entry.hasDescriptor ? 0 : checksum, 4) + shown.flatMap { Self.number($0, 4) } + Self.number(name.count, 2)
            bytes += Self.number(0x0403_4B50, 4) + middle + Self.number(extra.count, 2) + name + extra + data
            if entry.hasDescriptor {
                bytes += (entry.hasMark ? Self.number(0x0807_4B50, 4) : []) + Self.number(checksum, 4)
                bytes += lengths.flatMap { Self.number($0, entry.isZip64 ? 8 : 4) }
            }
            directory +=
                Self.number(0x0201_4B50, 4) + Self.number(45, 2) + middle + Self.number(0, 2) + Self.number(0, 2) + Self.number(0, 2)
            directory += Self.number(0, 2) + Self.number(0, 4) + Self.number(place, 4) + name
        }
        guard isComplete else { return bytes }
        let end = Self.number(0x0605_4B50, 4) + Self.number(0, 4) + Self.number(entries.count, 2) + Self.number(entries.count, 2)
        return bytes + directory + end + Self.number(directory.count, 4) + Self.number(bytes.count, 4) + Self.number(0, 2)
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
        ~content.reduce(~UInt32(0)) { checksum, byte in
            (0..<8).reduce(checksum ^ UInt32(byte)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
        }
    }
}
