import TestSupport
import Testing

@testable import Ground

@Suite("ZIP archives") struct ZipReaderTests {
    typealias Entry = ZipFile.Entry

    struct Example: CustomTestStringConvertible {
        let name: String
        var archive: [UInt8]
        /// Names and contents of the files.
        var files: [String] = []
        var fault: ZipFault?
        var testDescription: String { name }

        init(_ name: String, _ entries: [Entry], _ files: [String] = [], _ fault: ZipFault? = nil) {
            self.init(name, bytes: ZipFile(entries).bytes, files, fault)
        }

        init(_ name: String, bytes: [UInt8], _ files: [String] = [], _ fault: ZipFault? = nil) {
            (self.name, archive, self.files, self.fault) = (name, bytes, files, fault)
        }
    }

    private static func entry(_ name: String, _ content: String, _ change: (inout Entry) -> Void = { _ in }) -> Entry {
        var entry = Entry(name, content)
        change(&entry)
        return entry
    }

    /// Deflated by zlib: gzip without its frame.
    private static let compressed = Array(GzipDecoderTests.gzip(GzipDecoderTests.text).dropFirst(10).dropLast(8))
    private static let text = String(decoding: GzipDecoderTests.text, as: UTF8.self)

    private static let examples = [
        Example("nothing", []),
        Example("a file without compression", [entry("a", "one") { $0.method = 0 }], ["a: one"]),
        Example("a file with deflate", [entry("a", "one")], ["a: one"]),
        Example("a file that zlib has compressed", [entry("a", text) { $0.data = compressed }], ["a: \(text)"]),
        Example(
            "several files", [entry("a/", "") { $0.method = 0 }, entry("a/b", "one"), entry("ü", ""), entry("c", "3")],
            ["a/: ", "a/b: one", "ü: ", "c: 3"]),
        Example("a descriptor", [entry("a", "one") { $0.hasDescriptor = true }, entry("b", "two")], ["a: one", "b: two"]),
        Example("a descriptor at the end", [entry("a", "one") { $0.hasDescriptor = true }], ["a: one"]),
        Example(
            "a descriptor without its mark", [entry("a", "one") { ($0.hasDescriptor, $0.hasMark) = (true, false) }, entry("b", "two")],
            ["a: one", "b: two"]),
        Example(
            "a descriptor of ZIP64", [entry("a", "one") { ($0.hasDescriptor, $0.isZip64) = (true, true) }, entry("b", "two")],
            ["a: one", "b: two"]),
        Example(
            "a descriptor of ZIP64 behind no content",
            [entry("a", "") { ($0.hasDescriptor, $0.isZip64) = (true, true) }, entry("b", "two")], ["a: ", "b: two"]),
        Example(
            "ZIP64", [entry("a", "one") { $0.isZip64 = true }, entry("b", "two") { ($0.isZip64, $0.method) = (true, 0) }],
            ["a: one", "b: two"]),
        Example(
            "a folder with a descriptor", [entry("a/", "") { ($0.method, $0.hasDescriptor) = (0, true) }, entry("b", "two")],
            ["a/: ", "b: two"]),
        Example(
            "files that are left out",
            [
                entry("-a", "one"), entry("-b", "two") { $0.isEncrypted = true }, entry("-c", "3") { $0.method = 12 },
                entry("-d", text) { ($0.data, $0.hasDescriptor) = (compressed, true) },
                entry("e", "five"),
            ], ["e: five"]),
        Example(
            "an encrypted file", [entry("a", "one"), entry("b", "two") { $0.isEncrypted = true }], ["a: one"],
            ZipFault(entry: "b", reason: .encrypted)),
        Example("another method", [entry("a", "one") { $0.method = 14 }], [], ZipFault(entry: "a", reason: .method("LZMA"))),
        Example(
            "a file that does not say where it ends", [entry("a", "one") { ($0.method, $0.hasDescriptor) = (0, true) }], [],
            ZipFault(entry: "a", reason: .endless)),
        Example(
            "another content", [entry("a", "one") { ($0.method, $0.data) = (0, Array("onE".utf8)) }], [],
            ZipFault(entry: "a", reason: .changed)),
        Example(
            "archives behind each other", bytes: one.bytes + two.bytes + ZipFile([]).bytes + one.bytes, ["a: one", "b: two", "a: one"]),
        Example("zeros behind an archive", bytes: one.bytes + zeros + two.bytes + zeros, ["a: one", "b: two"]),
        Example("a comment that looks like another archive", bytes: commented(one, two.bytes) + two.bytes, ["a: one", "b: two"]),
        Example("archives that were meant to be split", bytes: split + one.bytes + Array("PK00".utf8) + two.bytes, ["a: one", "b: two"]),
        Example("all records of a directory", bytes: full + two.bytes, ["a: one", "b: two"]),
        Example(
            "other bytes behind an archive", bytes: one.bytes + Array("other".utf8), ["a: one"],
            ZipFault(entry: nil, reason: .trailing(offset: one.bytes.count))),
        Example(
            "fewer bytes behind an archive than a mark has", bytes: one.bytes + Array("\n".utf8), ["a: one"],
            ZipFault(entry: nil, reason: .trailing(offset: one.bytes.count))),
        Example(
            "data that is no deflate", [entry("a", "one") { $0.data = [7, 7, 7] }], [], ZipFault(entry: "a", reason: .damaged(offset: 32))),
    ]

    private static let one = ZipFile([entry("a", "one")])
    private static let two = ZipFile([entry("b", "two") { $0.hasDescriptor = true }])
    private static let zeros = [UInt8](repeating: 0, count: 40)
    private static let split = Array("PK\u{7}\u{8}".utf8)

    /// An archive with a comment of fewer than 256 bytes.
    private static func commented(_ file: ZipFile, _ comment: [UInt8]) -> [UInt8] {
        Array(file.bytes.dropLast(2)) + [UInt8(comment.count), 0] + comment
    }

    /// An archive with each kind of record behind its files; the parts of a record that differ in length look like another archive.
    private static let full: [UInt8] = {
        var files = one
        files.isComplete = false
        let inner = Array(two.bytes.prefix(30))
        let length = UInt8(inner.count)
        func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
        var bytes = files.bytes + Array("PK\u{6}\u{8}".utf8) + [length, 0, 0, 0] + inner
        bytes += Array("PK\u{1}\u{2}".utf8) + zeros(24) + [length, 0, length, 0, length, 0] + zeros(12) + inner + inner + inner
        bytes += Array("PK\u{5}\u{5}".utf8) + [length, 0] + inner
        bytes += Array("PK\u{6}\u{6}".utf8) + [44 + length] + zeros(7) + zeros(44) + inner
        bytes += Array("PK\u{6}\u{7}".utf8) + zeros(16)
        return bytes + commented(ZipFile([]), inner)
    }()

    /// Reads an archive in pieces; files whose names begin with a hyphen are left out.
    private static func read(_ pieces: [ArraySlice<UInt8>], upTo limit: Int = 1 << 16) -> (files: [String], fault: ZipFault?) {
        var files: [String] = []
        var content: [UInt8] = []
        var name = ""
        do throws(ZipFault) {
            var archive = try ZipReader()
            for piece in pieces {
                var input = piece
                while let part = try archive.next(&input, upTo: limit) {
                    switch part {
                    case .entry(let entry):
                        (name, content) = (entry.name, [])
                        if name.hasPrefix("-") { archive.skip() }
                    case .content(let bytes):
                        #expect(!name.hasPrefix("-") && !bytes.isEmpty && bytes.count <= limit)
                        content += bytes
                    case .end: if !name.hasPrefix("-") { files.append("\(name): \(String(decoding: content, as: UTF8.self))") }
                    }
                }
                #expect(input.isEmpty)
            }
            try archive.finish()
            return (files, nil)
        } catch {
            return (files, error)
        }
    }

    @Test("are read, for any cut and any limit", arguments: examples) func reads(_ example: Example) {
        let whole = Self.read([example.archive[...]])
        #expect(whole.files == example.files)
        #expect(whole.fault?.entry == example.fault?.entry)
        if case .damaged = example.fault?.reason {} else { #expect(whole.fault == example.fault) }
        #expect(Self.read([example.archive[...]], upTo: 7).files == example.files)
        guard example.archive.count < 1_000 else { return }
        for pieces in cuts(of: example.archive) {
            let parts = Self.read(pieces)
            #expect(parts.files == example.files)
            #expect(parts.fault?.entry == example.fault?.entry)
        }
    }

    @Test(
        "are known by their first bytes",
        arguments: [
            ("PK\u{3}\u{4}", true), ("PK\u{5}\u{6}", true), ("PK\u{7}\u{8}PK", true), ("PK00PK\u{3}\u{4}", true), ("PK00123,Lamp", false),
            ("PK\u{1}\u{2}", false),
        ]) func detects(_ beginning: String, _ isArchive: Bool)
    {
        let bytes = Array(beginning.utf8)
        #expect((CompressedFormat(beginning: bytes) == .zip) == isArchive)
        #expect(!CompressedFormat.needsMore(bytes))
        #expect(CompressedFormat.needsMore(Array(bytes.prefix(3))) == (beginning != "PK\u{1}\u{2}"))
    }

    @Test("that end early are incomplete, wherever they end") func noticesEarlyEnds() {
        var file = ZipFile([Self.entry("a", "one"), Self.entry("b", "two") { $0.hasDescriptor = true }])
        file.isComplete = false
        let bytes = file.bytes
        for end in 0...bytes.count {
            guard case .truncated(let count) = Self.read([bytes[..<end]]).fault?.reason else {
                Issue.record("cut at \(end)")
                return
            }
            #expect(count == end)
        }
    }

    @Test("behind each other are complete behind each of them alone") func noticesEarlyEndsOfSeveral() {
        let bytes = Self.full + Self.commented(Self.two, Self.split)
        let files = ["a: one", "b: two"]
        for end in 1...bytes.count {
            let (read, fault) = Self.read([bytes[..<end]])
            #expect(files.starts(with: read))
            if end == Self.full.count || end == bytes.count {
                #expect(fault == nil)
                #expect(read.count == (end == bytes.count ? 2 : 1))
            } else {
                #expect(fault?.reason == .truncated(afterBytes: end))
            }
        }
    }

    @Test("with a record of an impossible length are incomplete") func survivesHugeRecords() {
        var archive = Self.one
        archive.isComplete = false
        let bytes = archive.bytes + Array("PK\u{6}\u{6}".utf8) + [UInt8](repeating: 0xFF, count: 100)
        #expect(Self.read([bytes[...]]).fault == ZipFault(entry: nil, reason: .truncated(afterBytes: bytes.count)))
    }

    @Test("with a file behind the directory, in front of its end, are damaged there") func refusesFilesInDirectories() {
        let bytes = Array(Self.one.bytes.dropLast(22))
        let damaged = bytes + Self.two.bytes
        #expect(Self.read([damaged[...]]).fault == ZipFault(entry: nil, reason: .damaged(offset: bytes.count)))
    }

    @Test("with other bytes between the files are damaged there") func findsDamage() {
        let first = ZipFile([Self.entry("a", "one")])
        var archive = first
        archive.isComplete = false
        let damaged = archive.bytes + Array("other".utf8)
        #expect(Self.read([damaged[...]]).fault == ZipFault(entry: nil, reason: .damaged(offset: archive.bytes.count)))
    }

    @Test(
        "say what is wrong in words",
        arguments: [
            (ZipFault(entry: "b\n", reason: .encrypted), #"the entry b␊ is encrypted, which is not read"#),
            (
                ZipFault(entry: nil, reason: .trailing(offset: 9)),
                "the archive ends at byte 9: expected its end or another archive there, found other data"
            ),
            (ZipFault(entry: nil, reason: .truncated(afterBytes: 9)), "the archive is incomplete: the archive ends after 9 bytes"),
        ]) func words(_ fault: ZipFault, _ message: String)
    {
        #expect(fault.message == message)
    }
}
