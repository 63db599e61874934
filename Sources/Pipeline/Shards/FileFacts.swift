internal import Checksums
package import JSONParsing

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The size and the hash of an output as it is on the disk, so that a later look finds damage and mix-ups.
package struct FileFacts: Sendable, Equatable {
    private static let pieceBytes = 1 << 20

    /// The number of files of a folder; nil for a single file.
    package private(set) var files: Int?
    package private(set) var bytes = 0
    /// The hash in hexadecimal digits. That of a folder covers the relative paths of its files, in their order, and their contents.
    package private(set) var xxh64 = ""

    /// Looks at a file or a folder.
    ///
    /// - Returns: nil if there is none.
    /// - Throws: ``SystemError`` if it cannot be read.
    package init?(of path: String) throws {
        switch FilePath.kind(of: path) {
        case .regular?:
            var hash = XXH64Hasher()
            try Self.add(path, to: &hash)
            (bytes, xxh64) = (hash.count, hash.hex())
        case .folder?:
            var hash = XXH64Hasher()
            var names: [String] = []
            for name in try FolderTree.files(in: path) {
                hash.update(Array("\(name)\n".utf8).span)
                let before = hash.count
                try Self.add("\(path)/\(name)", to: &hash)
                bytes += hash.count - before
                names.append(name)
            }
            (files, xxh64) = (names.count, hash.hex())
        default: return nil
        }
    }

    /// Reads the members of an end record.
    ///
    /// - Returns: nil if they are not those of ``json``.
    package init?(json: JSONValue) {
        guard let object = json.object, let bytes = object["bytes"]?.integer, let hash = object["xxh64"]?.string else { return nil }
        files = object["files"]?.integer
        self.bytes = bytes
        xxh64 = hash
    }

    /// The members of an end record.
    package var json: JSONValue {
        var object = JSONObject()
        if let files { object["files"] = .number(JSONNumber(files)) }
        object["bytes"] = .number(JSONNumber(bytes))
        object["xxh64"] = .string(xxh64)
        return .object(object)
    }

    private static func add(_ path: String, to hash: inout XXH64Hasher) throws {
        let file = try FileDescriptor(opening: path, flags: O_RDONLY)
        while case let piece = try FileDescriptor.read(from: file.number, upTo: pieceBytes), !piece.isEmpty { hash.update(piece.span) }
    }
}

extension JSONValue {
    /// The value of a number without a fraction; nil for other values.
    package var integer: Int? { if case .number(let number)? = try? decoded() { Int(number.text) } else { nil } }
}
