internal import HTTP
internal import ImageHeaders
internal import Checksums
internal import JSONParsing
internal import Pipeline

/// An entry of the index: the address of a file, its name in the folder, and the validators of the server.
struct AssetEntry: Sendable, Equatable {
    /// The hash of the URL, which may contain secrets.
    let key: String
    /// The URL for readers of the index, with secrets masked.
    let shown: String
    let file: AssetFile
    /// The validators of the server; nil for those that are too long to keep.
    let etag: String?
    let lastModified: String?

    /// The greatest length of a validator, in bytes. Servers choose it, and each entry keeps it.
    private static let maxValidatorBytes = 256
    /// The greatest length of a shown URL, in characters.
    private static let maxShownCharacters = 300

    init(key: String, shown: String, file: AssetFile, etag: String?, lastModified: String?) {
        self.key = key
        self.shown = String(shown.prefix(Self.maxShownCharacters))
        self.file = file
        self.etag = etag.flatMap { Self.isValidator($0) ? $0 : nil }
        self.lastModified = lastModified.flatMap { Self.isValidator($0) ? $0 : nil }
    }

    private static func isValidator(_ text: String) -> Bool {
        text.utf8.count <= maxValidatorBytes && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// Returns the key of a URL.
    static func key(of address: WebAddress) -> String { SHA256Hasher.hex(of: address.text.utf8) }

    /// The header fields that ask whether the file has changed; none if the server gave no validators.
    ///
    /// - SeeAlso: RFC 9110, section 13.1
    var conditions: [(name: String, value: String)] {
        if let etag { return [("If-None-Match", etag)] }
        return lastModified.map { [("If-Modified-Since", $0)] } ?? []
    }
}

extension AssetEntry {
    /// The entry as a line of the index.
    var json: JSONValue {
        var object = JSONObject([
            ("key", .string(key)), ("url", .string(shown)), ("name", .string(file.name)), ("bytes", .number(JSONNumber(file.bytes))),
            ("sha256", .string(file.sha256)),
        ])
        if !file.folder.isEmpty { object["folder"] = .string(file.folder.joined(separator: "/")) }
        if let size = file.size {
            object["width"] = .number(JSONNumber(size.width))
            object["height"] = .number(JSONNumber(size.height))
        }
        object["etag"] = etag.map { .string($0) }
        object["last_modified"] = lastModified.map { .string($0) }
        return .object(object)
    }

    /// - Returns: nil for a line that is damaged, or that names a file which the stage would name otherwise.
    init?(_ json: JSONValue) {
        guard case .object(let object)? = try? json.decoded() else { return nil }
        func text(_ name: String) -> String? { object[name]?.string }
        func number(_ name: String) -> Int? { object[name]?.number?.int64.map { Int($0) } }
        guard let key = text("key"), let name = text("name"), let bytes = number("bytes"), let sha256 = text("sha256"),
            [key, sha256].allSatisfy(Self.isHash), AssetName.isName(name, sha256: sha256)
        else { return nil }
        var folder: [String] = []
        if let path = text("folder") {
            guard let names = try? ConfinedFolder.split(path) else { return nil }
            folder = names
        }
        let width = number("width")
        let size = width.flatMap { width in number("height").flatMap { ImageSize(width, $0) } }
        self.init(
            key: key, shown: text("url") ?? "", file: AssetFile(name: name, bytes: bytes, sha256: sha256, size: size, folder: folder),
            etag: text("etag"), lastModified: text("last_modified"))
    }

    private static func isHash(_ text: String) -> Bool {
        text.utf8.count == SHA256Hasher.digitCount && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }
}
