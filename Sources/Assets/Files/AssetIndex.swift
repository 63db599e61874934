internal import Checksums
internal import HTTP
internal import ImageHeaders
internal import JSONParsing
internal import Pipeline
internal import WebAddresses

/// The hidden file beside the folder: a line of JSON for each address, so that later runs fetch only what has changed.
struct AssetIndex: Sendable {
    /// The first line of each index. Another file at its path belongs to the user.
    static let mark = #"{"tabpipe":"assets","version":1}"# + "\n"

    /// The greatest length of a line, in bytes. Those of the stage are shorter.
    private static let maxLineBytes = 4096

    /// The entries by their keys.
    private(set) var entries: [String: AssetEntry] = [:]
    /// The keys of the addresses of this run.
    private var used: Set<String> = []
    /// Whether the entries differ from those that were read.
    private(set) var isChanged = false

    /// The path of the index of a folder.
    static func path(besideFolder folder: String) -> String {
        let place = FilePath.split(folder)
        return ["", ".", ".."].contains(place.name) ? "\(folder)/.assets.jsonl" : "\(place.folder)/.\(place.name).assets.jsonl"
    }

    /// Creates an empty index.
    init() {}

    /// Reads an index.
    ///
    /// - Parameters:
    ///   - limit: The greatest number of entries. Further ones are left out, and so are damaged lines: their files are fetched again.
    ///   - read: Reads the next piece of the file. The first one contains the mark; an empty one ends the file.
    /// - Returns: nil if the file is no index.
    /// - Throws: The error of `read`.
    init?<Failure: Error>(limit: Int, read: () throws(Failure) -> [UInt8]) throws(Failure) {
        var rest = try read()[...]
        guard rest.starts(with: Self.mark.utf8) else { return nil }
        rest = rest.dropFirst(Self.mark.utf8.count)
        var left = limit
        while true {
            var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            // The last line may go on in the next piece.
            let last = lines.popLast() ?? []
            for line in lines.prefix(left) { add(line) }
            left -= lines.count
            let piece = try read()
            if piece.isEmpty || left < 0 {
                isChanged = isChanged || !last.isEmpty || left < 0
                return
            }
            rest = (last.count <= Self.maxLineBytes ? last : []) + piece
        }
    }

    private mutating func add(_ line: ArraySlice<UInt8>) {
        if line.count <= Self.maxLineBytes, let value = try? JSONValue(parsing: Array(line)), let entry = AssetEntry(value) {
            entries[entry.key] = entry
        } else {
            isChanged = true
        }
    }

    /// Adds the entry of an address of this run.
    mutating func put(_ entry: AssetEntry) {
        used.insert(entry.key)
        guard entries[entry.key] != entry else { return }
        entries[entry.key] = entry
        isChanged = true
    }

    /// The content of the file, in the order of the keys.
    ///
    /// - Parameter limit: The greatest number of entries. Those of this run come first: an address that changes in each run, such as a signed
    ///   one, must not make the index grow for ever.
    func content(limit: Int) -> [UInt8] {
        var keys = entries.keys.sorted()
        if keys.count > limit { keys = Array((keys.filter(used.contains) + keys.filter { !used.contains($0) }).prefix(limit)).sorted() }
        return keys.reduce(into: Array(Self.mark.utf8)) { bytes, key in
            if let entry = entries[key] { bytes += Array(entry.json.compactText.utf8) + [UInt8(ascii: "\n")] }
        }
    }
}

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
