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
            (self.name, archive, self.files, self.fault) = (name, ZipFile(entries).bytes, files, fault)
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
            "data that is no deflate", [entry("a", "one") { $0.data = [7, 7, 7] }], [], ZipFault(entry: "a", reason: .damaged(offset: 32))),
    ]

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
            (ZipFault(entry: nil, reason: .truncated(afterBytes: 9)), "the archive is incomplete: the archive ends after 9 bytes"),
        ]) func words(_ fault: ZipFault, _ message: String)
    {
        #expect(fault.message == message)
    }
}
