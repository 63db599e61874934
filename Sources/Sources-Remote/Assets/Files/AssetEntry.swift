internal import Checksums
internal import JSONParsing

/// What the stage knows of a file from earlier runs: its address, its file, and the validators of the server.
struct AssetEntry: Sendable, Equatable {
    /// The hash of the URL, which may contain secrets.
    let key: String
    /// The URL for readers of the index, with secrets masked.
    let shown: String
    let file: AssetFile
    let etag: String?
    let lastModified: String?

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
        if let size = file.size {
            object["width"] = .number(JSONNumber(size.width))
            object["height"] = .number(JSONNumber(size.height))
        }
        object["etag"] = etag.map { .string($0) }
        object["last_modified"] = lastModified.map { .string($0) }
        return .object(object)
    }

    /// - Returns: nil for a line that is damaged, or whose name leads out of the folder.
    init?(_ json: JSONValue) {
        guard case .object(let object)? = try? json.decoded() else { return nil }
        func text(_ name: String) -> String? { object[name]?.string }
        func number(_ name: String) -> Int? { object[name]?.number?.int64.map { Int($0) } }
        guard let key = text("key"), let name = text("name"), let bytes = number("bytes"), let sha256 = text("sha256"),
            Self.isName(name)
        else { return nil }
        let width = number("width")
        let size = width.flatMap { width in number("height").flatMap { ImageSize(width, $0) } }
        self.init(
            key: key, shown: text("url") ?? "", file: AssetFile(name: name, bytes: bytes, sha256: sha256, size: size),
            etag: text("etag").flatMap { Self.isHeader($0) ? $0 : nil },
            lastModified: text("last_modified").flatMap { Self.isHeader($0) ? $0 : nil })
    }

    /// Whether a text is a name that the stage gives.
    private static func isName(_ text: String) -> Bool {
        !text.hasPrefix(".")
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                    UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    private static func isHeader(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7E).contains($0) } }
}
