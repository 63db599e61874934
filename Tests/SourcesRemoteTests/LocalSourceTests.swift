import Foundation
import JSONParsing
import Pipeline
import TestSupport
import Testing

@testable import SourcesRemote

@Suite("File patterns") struct FilePatternTests {
    @Test(
        "match as a shell does",
        arguments: [
            ("*.txt", ["a.txt", "n[1].txt"]), ("b/*", ["b/c.txt", "b/d.md"]), ("**/*.txt", ["a.txt", "b/c.txt", "b/e/f.txt", "n[1].txt"]),
            ("b/?.md", ["b/d.md"]),
            ("a.txt", ["a.txt"]), ("none/*.txt", []), ("**/f.txt", ["b/e/f.txt"]),
            ("**", ["a.txt", "b/c.txt", "b/d.md", "b/e/f.txt", "n[1].txt"]), ("b/**", ["b/c.txt", "b/d.md", "b/e/f.txt"]),
            ("[ax].txt", ["a.txt"]), ("n[1].txt", ["n[1].txt"]), ("b", []),
        ])
    func matches(_ pattern: String, _ expected: [String]) throws {
        let folder = try ScratchFolder()
        for name in ["a.txt", "b/c.txt", "b/d.md", "b/e/f.txt", "n[1].txt", ".hidden.txt"] { try folder.write("x", to: name) }
        let found = FilePattern("\(folder.path)/\(pattern)").matches().map { String($0.dropFirst(folder.path.count + 1)) }
        #expect(found == expected)
    }

    #if os(Linux)
    @Test("find files whose names look alike, each once") func lookAlikes() throws {
        let folder = try ScratchFolder()
        let names = ["e\u{301}.txt", "\u{E9}.txt"]
        for name in names { try folder.write("x", to: name) }
        let found = FilePattern("\(folder.url.path)/**/*.txt").matches().map { $0.utf8.suffix(7).elementsEqual(names[0].utf8) }
        #expect(found == [true, false])
    }
    #endif
}

@Suite("An address in a message") struct AddressMaskTests {
    @Test(
        "shows no secret",
        arguments: [
            ("https://user:pass@example.org/a?b=1", "https://example.org/a?b=1"),
            ("https://example.org/?api_key=x&page=2", "https://example.org/?api_key=***&page=2"),
            ("https://example.org/?access_token=x", "https://example.org/?access_token=***"),
            ("https://example.org/a", "https://example.org/a"), ("http://user:SECRETPW@[bad/x", "http://…"),
            ("https://example.org/?sv=1&sig=x%3D&code=y", "https://example.org/?sv=1&sig=***&code=***"),
            ("https://example.org/?PWD=x&pass=y&X-Amz-Credential=z", "https://example.org/?PWD=***&pass=***&X-Amz-Credential=***"),
            ("https://example.org/?postcode=1&design=2&passage=3", "https://example.org/?postcode=1&design=2&passage=3"),
        ])
    func masked(_ address: String, _ expected: String) {
        #expect(AddressMask.masked(address) == expected)
    }
}

@Suite("The first bytes of an input") struct ByteOrderMarkTests {
    @Test("of UTF-8 may be a mark", arguments: [([0x7B, 0x7D], 0), ([0xEF, 0xBB, 0xBF, 0x7B], 3)])
    func length(_ bytes: [UInt8], _ expected: Int) throws {
        #expect(try ByteOrderMark.lengthToSkip(in: bytes) == expected)
    }

    @Test(
        "tell what JSON may not be in",
        arguments: [
            ([0xFF, 0xFE, 0x7B, 0], "UTF-16"), ([0xFE, 0xFF, 0, 0x7B], "UTF-16"), ([0, 0x7B, 0, 0x7D], "UTF-16"),
            ([0x7B, 0, 0x7D, 0], "UTF-16"), ([0xFF, 0xFE, 0, 0], "UTF-32"), ([0, 0, 0xFE, 0xFF], "UTF-32"), ([0x7B, 0, 0, 0], "UTF-32"),
            ([0, 0, 0, 0x7B], "UTF-32"),
        ])
    func encodings(_ bytes: [UInt8], _ name: String) {
        #expect(throws: JSONError(.wrongEncoding(name), offset: 0)) { try ByteOrderMark.lengthToSkip(in: bytes) }
    }
}

@Suite("The start of an input") struct InputStartTests {
    @Test(
        "is long enough to tell the encoding from it",
        arguments: [
            ([], true), ([0xEF], true), ([0xEF, 0xBB], true), ([0xEF, 0xBB, 0xBF], false), ([0x7B], true), ([0x7B, 0x7D], false),
            ([0x7B, 0], true), ([0x7B, 0, 0, 0], false), ([0xFF, 0xFE], true),
        ])
    func needsMore(_ bytes: [UInt8], _ expected: Bool) {
        #expect(ByteOrderMark.needsMore(bytes) == expected)
    }
}

@Suite("Lines") struct LineSplitterTests {
    @Test(
        "are the same wherever the text is cut",
        arguments: [
            ("a\nbb\r\n\nccc", ["1@0 a", "2@2 bb", "3@6 ", "4@7 ccc"]), ("a\n", ["1@0 a"]), ("", []), ("\n", ["1@0 "]),
            ("123456789\nx\n123456", ["1@0 12345!", "2@10 x", "3@12 12345!"]), ("12345\r\n", ["1@0 12345"]),
            ("12345\r789\nx", ["1@0 12345!", "2@10 x"]), ("12345\r\r\nx", ["1@0 12345!", "2@8 x"]), ("1234\r6\n", ["1@0 1234\r!"]),
        ])
    func split(_ text: String, _ expected: [String]) {
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var splitter = LineSplitter(maxLineBytes: 5)
            var lines: [String] = []
            for piece in [bytes[..<cut], bytes[cut...]].filter({ !$0.isEmpty }) + [[]] {
                splitter.feed(piece) { line in
                    lines.append(
                        "\(line.number)@\(line.offset) " + String(decoding: line.bytes, as: UTF8.self) + (line.isTooLong ? "!" : ""))
                }
            }
            #expect(lines == expected, "cut at \(cut)")
        }
    }
}

@Suite("The progress of an input") struct InputProgressTests {
    @Test("is known where its size is") func share() async throws {
        let folder = try ScratchFolder()
        let file = folder.file("zeros")
        try Data(count: 1 << 20).write(to: file)
        let progress = InputProgress()
        #expect(progress.share == nil)
        try await InputProgress.$current.withValue(progress) {
            var input = try await RemoteInput(Input(file.path))
            #expect(progress.share == 0)
            _ = try await input.read()
            #expect(progress.share == 0.25)
        }
    }
}
