import ImageHeaders
import Checksums
import JSONParsing
import Testing

@testable import Assets

@Suite("The index of fetched files") struct AssetIndexTests {
    private static func entry(_ number: Int, etag: String? = "\"1\"") -> AssetEntry {
        let hash = SHA256Hasher.hex(of: "\(number)".utf8)
        return AssetEntry(
            key: hash, shown: "https://x.example/\(number)",
            file: AssetFile(name: AssetName.name(stem: "a", sha256: hash, kind: .png), bytes: 7, sha256: hash, size: ImageSize(1, 2)),
            etag: etag, lastModified: nil)
    }

    private static func content(_ count: Int) -> [UInt8] {
        var index = AssetIndex()
        for number in 0..<count { index.put(entry(number)) }
        return index.content(limit: count)
    }

    /// Reads an index that arrives in pieces.
    private static func read(_ bytes: [UInt8], limit: Int = 100, pieces length: Int = 1 << 20) -> AssetIndex? {
        var rest = bytes[...]
        return AssetIndex(limit: limit) {
            defer { rest = rest.dropFirst(length) }
            return Array(rest.prefix(length))
        }
    }

    @Test("is read as it was written, in pieces of every length") func roundTrip() throws {
        let bytes = Self.content(3)
        let entries = Dictionary(uniqueKeysWithValues: (0..<3).map { (Self.entry($0).key, Self.entry($0)) })
        for length in AssetIndex.mark.utf8.count...bytes.count {
            let index = try #require(Self.read(bytes, pieces: length))
            #expect(index.entries == entries)
            #expect(!index.isChanged)
        }
        #expect(Self.read(Array("{}".utf8)) == nil)
        #expect(Self.read([]) == nil)
    }

    @Test("keeps no validator that is longer than 256 bytes, or that no header can have")
    func validators() throws {
        let long = String(repeating: "x", count: 256)
        #expect(Self.entry(1, etag: long).etag == long)
        for etag in [long + "x", "a\nb", "é", String(repeating: "x", count: 1 << 20)] { #expect(Self.entry(1, etag: etag).etag == nil) }
    }

    @Test(
        "leaves damaged and hostile lines out",
        arguments: [
            "", "{", "[]", "null", #"{"key":1}"#, String(repeating: "[", count: 4000), String(repeating: "x", count: 1 << 20),
            #"{"name":"../../etc/passwd"}"#, #"{"name":"a.svg"}"#, #"{"name":".hidden"}"#, #"{"name":""}"#,
            #"{"name":"other-00000000000000000000000000000000.png"}"#, #"{"key":"a"}"#, #"{"sha256":"/"}"#, #"{"bytes":1e400}"#,
        ])
    func hostile(line: String) throws {
        // The members of an object replace those of a good entry.
        var text = line
        if case .object(let changes)? = try? JSONValue(parsing: Array(line.utf8)).decoded(), case .object(var object) = Self.entry(1).json {
            for change in changes { object[change.key] = change.value }
            text = JSONValue.object(object).compactText
        }
        let good = Self.content(1)
        let index = try #require(Self.read(good + Array("\(text)\n".utf8) + good.dropFirst(AssetIndex.mark.utf8.count), pieces: 1000))
        #expect(Array(index.entries.values) == [Self.entry(0)])
        #expect(index.isChanged)
    }

    @Test("is read up to the limit of entries") func limit() throws {
        let bytes = Self.content(20)
        for (limit, isChanged) in [(5, true), (19, true), (20, false)] {
            let index = try #require(Self.read(bytes, limit: limit, pieces: 500))
            #expect(index.entries.count == limit)
            #expect(index.isChanged == isChanged)
        }
    }
}
