/// The header of a file in a ZIP archive.
///
/// - SeeAlso: [APPNOTE.TXT, section 4.3.7](https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT)
package struct ZipEntry: Sendable, Equatable {
    /// The length of a header without its name and extra fields, in bytes.
    static let headerBytes = 30

    /// The path of the file in the archive, as it is written there.
    package let name: String
    /// The method of compression: 0 for none, 8 for deflate.
    let method: Int
    let isEncrypted: Bool
    /// Whether checksum and lengths stand behind the content.
    let hasDescriptor: Bool
    let checksum: UInt32
    /// The length of the data in the archive in bytes; 0 where a descriptor has it.
    let compressedCount: Int
    /// The length of the content in bytes; 0 where a descriptor has it.
    let count: Int

    /// The length of a whole header, whose first ``headerBytes`` are there.
    static func count(of header: [UInt8]) -> Int { headerBytes + header.number(at: 26, 2) + header.number(at: 28, 2) }

    /// - Parameter header: A whole header.
    init(_ header: [UInt8]) {
        let nameEnd = Self.headerBytes + header.number(at: 26, 2)
        name = String(decoding: header[Self.headerBytes..<nameEnd], as: UTF8.self)
        let flags = header.number(at: 6, 2)
        method = header.number(at: 8, 2)
        isEncrypted = flags & 1 != 0
        hasDescriptor = flags & 8 != 0
        checksum = UInt32(header.number(at: 14, 4))
        var (compressed, plain) = (header.number(at: 18, 4), header.number(at: 22, 4))
        var field = nameEnd
        while field + 4 <= header.count {
            let (id, length) = (header.number(at: field, 2), header.number(at: field + 2, 2))
            var place = field + 4
            field = place + length
            guard id == 1, field <= header.count else { continue }
            // ZIP64 has those lengths that do not fit, in this order.
            if plain == Int(UInt32.max), place + 8 <= field {
                plain = header.number(at: place, 8)
                place += 8
            }
            if compressed == Int(UInt32.max), place + 8 <= field { compressed = header.number(at: place, 8) }
        }
        (compressedCount, count) = (compressed, plain)
    }

    /// The words for the method of compression.
    var methodName: String {
        switch method {
        case 1: "Shrink"
        case 6: "Implode"
        case 9: "Deflate64"
        case 12: "bzip2"
        case 14: "LZMA"
        case 93: "Zstandard"
        case 95: "XZ"
        case 98: "PPMd"
        default: "method \(method)"
        }
    }
}

/// A record behind the files of a ZIP archive, by the mark that it begins with.
///
/// - SeeAlso: [APPNOTE.TXT, sections 4.3.11 to 4.3.16](https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT)
enum ZipRecord: Int {
    case extraData = 0x0806_4B50
    case directoryEntry = 0x0201_4B50
    case signature = 0x0505_4B50
    case zip64End = 0x0606_4B50
    case zip64Locator = 0x0706_4B50
    /// The last record of an archive.
    case end = 0x0605_4B50

    /// The number of bytes that tell the length of the record.
    var headerBytes: Int {
        switch self {
        case .extraData: 8
        case .directoryEntry: 46
        case .signature: 6
        case .zip64End: 12
        case .zip64Locator: 20
        case .end: 22
        }
    }

    /// The length of the record, whose first ``headerBytes`` are there.
    func count(of header: [UInt8]) -> Int {
        switch self {
        case .extraData: headerBytes + header.number(at: 4, 4)
        case .directoryEntry: headerBytes + header.number(at: 28, 2) + header.number(at: 30, 2) + header.number(at: 32, 2)
        case .signature: headerBytes + header.number(at: 4, 2)
        case .zip64End: headerBytes + min(header.number(at: 4, 8), Int.max - headerBytes)
        case .zip64Locator: headerBytes
        case .end: headerBytes + header.number(at: 20, 2)
        }
    }
}

/// A fault of a ZIP archive.
package struct ZipFault: Error, Equatable, Sendable {
    /// What is wrong.
    package enum Reason: Equatable, Sendable {
        /// The archive ends after this number of bytes.
        case truncated(afterBytes: Int)
        /// The archive breaks the rules of the format near this offset in bytes.
        case damaged(offset: Int)
        /// Other bytes follow the whole archive at this offset in bytes.
        case trailing(offset: Int)
        /// The content has another checksum or length than the archive says.
        case changed
        case encrypted
        /// The name of a method of compression that is not read.
        case method(String)
        /// Nothing says where the content ends before the directory at the end of the archive.
        case endless
        /// The fault of zlib.
        case compression(CompressionError)
    }

    /// The name of the file in the archive; nil for a fault between files.
    package let entry: String?
    package let reason: Reason

    /// The end of a message that begins with the name of the archive.
    package var message: String {
        let place = entry.map { "the entry \($0.printable) " } ?? "the archive "
        switch reason {
        case .truncated(let bytes): return "\(place)is incomplete: the archive ends after \(bytes) bytes"
        case .damaged(let offset): return "\(place)is damaged near byte \(offset)"
        case .trailing(let offset): return "\(place)ends at byte \(offset): expected its end or another archive there, found other data"
        case .changed: return "\(place)is damaged: its content has another checksum or length than the archive says"
        case .encrypted: return "\(place)is encrypted, which is not read"
        case .method(let name): return "\(place)is compressed with \(name), which is not read; only Deflate is"
        case .endless: return "\(place)does not say how long it is; unzip -p reads it"
        case .compression(let error): return "\(place)cannot be read: \(error.message)"
        }
    }
}

extension [UInt8] {
    /// The number at an offset, with its lowest byte first; at most `Int.max`.
    func number(at offset: Int, _ bytes: Int) -> Int {
        var value: UInt64 = 0
        for place in (0..<bytes).reversed() { value = value << 8 | UInt64(self[offset + place]) }
        return Int(clamping: value)
    }
}
