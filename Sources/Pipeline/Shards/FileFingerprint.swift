internal import Checksums
package import JSONParsing

/// The size and the hash of a file or folder on the disk, so that a later check finds files that were damaged, changed or exchanged.
package struct FileFingerprint: Sendable, Equatable {
    /// The number of files of a folder; nil for a single file.
    package private(set) var files: Int?
    package private(set) var bytes = 0
    /// The hash in hexadecimal digits. That of a folder covers the relative paths of its files, in their order, and the hash of each.
    package private(set) var xxh64 = ""

    /// The facts of an empty folder. They also stand for a missing folder, because a run without files creates none.
    static let emptyFolder = FileFingerprint()

    private init() { (files, xxh64) = (0, XXH64Hasher().hex()) }

    /// Reads a file, or all files of a folder, and computes the size and the hash.
    ///
    /// - Returns: nil if there is none.
    /// - Throws: ``SystemError`` if it cannot be read.
    package init?(of path: String) throws {
        switch FilePath.kind(of: path) {
        case .regular?: (bytes, xxh64) = try Self.read(path)
        case .folder?:
            var hash = XXH64Hasher()
            var count = 0
            for name in try FolderListing.files(in: path) {
                let file = try Self.read("\(path)/\(name)")
                hash.update(field: name)
                hash.update(field: file.xxh64)
                bytes += file.bytes
                count += 1
            }
            (files, xxh64) = (count, hash.hex())
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

    private static func read(_ path: String) throws -> (bytes: Int, xxh64: String) {
        var hash = XXH64Hasher()
        try FileDescriptor.readPieces(ofFile: path) { hash.update($0.span) }
        return (hash.count, hash.hex())
    }
}

extension JSONValue {
    /// The value of a number without a fraction; nil for other values.
    package var integer: Int? { if case .number(let number)? = try? decoded() { Int(number.text) } else { nil } }
}

/// Lists the files of a folder.
package enum FolderListing {
    /// The names in a folder, in the order of their bytes, without temporary files of runs; none if there is no folder.
    package static func names(in path: String) throws -> [String] {
        guard let folder = try ConfinedFolder(existing: path) else { return [] }
        var names: [String] = []
        folder.forEachName { name in
            if name != ".", name != "..", !name.hasPrefix(ConfinedFolder.ownPrefix) { names.append(name) }
            return true
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The paths of all files in a folder and the folders below it, relative to it, in a fixed order. Links are not followed.
    static func files(in path: String) throws -> [String] {
        var files: [String] = []
        var left = [""]
        while let folder = left.popLast() {
            for name in try names(in: "\(path)/\(folder)") {
                let file = "\(path)/\(folder)\(name)"
                switch FilePath.isLink(file) ? nil : FilePath.kind(of: file) {
                case .regular?: files.append(folder + name)
                case .folder?: left.append("\(folder)\(name)/")
                default: break
                }
            }
        }
        return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
