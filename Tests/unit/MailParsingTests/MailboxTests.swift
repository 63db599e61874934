import TestSupport
import Testing

@testable import MailParsing

@Suite("Mailboxes in one file") struct MailboxTests {
    struct Example: CustomTestStringConvertible {
        let name: String
        let mailbox: String
        /// The texts of the messages.
        let texts: [String]
        var dialect = MailboxDialect.auto
        var testDescription: String { name }
    }

    private static let line = "From ann@example.org Sun May  3 10:00:00 2026\n"
    private static let other = "From bob@example.org Mon May  4 10:00:00 2026\n"

    private static let examples = [
        Example(name: "nothing", mailbox: "", texts: []),
        Example(name: "empty lines alone", mailbox: "\n\n", texts: []),
        Example(name: "RFC 4155: two messages", mailbox: "\(line)A: 1\n\none\n\n\(other)A: 2\n\ntwo\n\n", texts: ["one\n", "two\n"]),
        Example(
            name: "line ends of two characters",
            mailbox: "\(line)A: 1\n\none\n\n\(other)A: 2\n\ntwo\n\n".split(separator: "\n", omittingEmptySubsequences: false).joined(
                separator: "\r\n"),
            texts: ["one\n", "two\n"]),
        Example(name: "no empty line at the end", mailbox: "\(line)A: 1\n\none\n\n\(other)A: 2\n\ntwo", texts: ["one\n", "two"]),
        Example(
            name: "several empty lines: the last one is no part of the message",
            mailbox: "\(line)A: 1\n\none\n\n\n\n\(other)A: 2\n\n\n\ntwo\n\n\n", texts: ["one\n\n\n", "\n\ntwo\n\n"]),
        Example(name: "a carriage return without a line feed at the end", mailbox: "\(line)A: 1\n\none\n\rx", texts: ["one\n\rx"]),
        Example(name: "a message without content", mailbox: "\(line)A: 1\n\n\(other)A: 2\n\ntwo\n", texts: ["", "two\n"]),
        Example(
            name: "mboxrd: each level loses one mark", mailbox: "\(line)A: 1\n\n>From a\n>>From b\n> From c\n",
            texts: ["From a\n>From b\n> From c\n"]),
        Example(name: "mboxo: one level", mailbox: "\(line)A: 1\n\n>From a\n>>From b\n", texts: ["From a\n>>From b\n"], dialect: .mboxo),
        Example(
            name: "mboxcl2: nothing is quoted", mailbox: "\(line)Content-Length: 18\n\n>From a\n>>From b\n\n\(other)A: 2\n\ntwo\n",
            texts: [">From a\n>>From b\n", "two\n"], dialect: .mboxcl2),
        Example(
            name: "mboxcl2: a whole mailbox as text",
            mailbox: "\(line)Content-Length: 56\n\n\n\(other)B: 3\n\n\(other.prefix(0))x\n\n\(other)A: 2\n\ntwo\n",
            texts: ["\n\(other)B: 3\n\nx\n", "two\n"]),
        Example(
            name: "a length that is wrong", mailbox: "\(line)Content-Length: 900\n\none\n\n\(other)A: 2\n\ntwo\n",
            texts: ["one\n", "two\n"]),
        Example(
            name: "a sentence", mailbox: "\(line)A: 1\n\none\n\nFrom Monday on: closed\n\nFrom here on Sun May 3 10:00:00 2026\nA: 1\n",
            texts: ["one\n\nFrom Monday on: closed\n\nFrom here on Sun May 3 10:00:00 2026\nA: 1\n"]),
        Example(
            name: "no empty line in front, and no field of mail", mailbox: "\(line)A: 1\n\none\n\(other)A: 2\n",
            texts: ["one\n\(other)A: 2\n"]),
        Example(
            name: "no empty line in front", mailbox: "\(line)A: 1\n\none\n\(other)Subject: 2\n\ntwo\n", texts: ["one\n", "two\n"]),
        Example(
            name: "no content and no empty line in front", mailbox: "\(line)A: 1\n\(other)Message-ID: <2>\n\ntwo\n", texts: ["", "two\n"]),
        Example(
            name: "an address without a date", mailbox: "\(line)A: 1\n\none\n\nFrom bob@example.org\nReturn-Path: <b@x>\n\ntwo\n",
            texts: ["one\n", "two\n"]),
        Example(
            name: "a date in ISO 8601", mailbox: "\(line)A: 1\n\none\n\nFrom bob@example.org 2026-05-04 10:00:00 +0200\nA: 2\n\ntwo\n",
            texts: ["one\n", "two\n"]),
        Example(
            name: "a message that came by UUCP",
            mailbox: "\(line)A: 1\n\none\n\nFrom bob@x Mon May  4 10:00:00 2026 remote from pier\nA: 2\n\ntwo\n", texts: ["one\n", "two\n"]),
        Example(
            name: "line ends of old programs for the Mac",
            mailbox: "\(line)A: 1\n\none\n\n\(other)A: 2\n\ntwo\n\n".replacing("\n", with: "\r"),
            texts: ["one\n", "two\n"]),
        Example(name: "no header below", mailbox: "\(line)A: 1\n\none\n\n\(other)two\n", texts: ["one\n\n\(other)two\n"]),
        Example(
            name: "Takeout",
            mailbox:
                "From 1790@xxx Sun May 03 10:00:00 +0000 2026\nA: 1\n\none\n\nFrom 1791@xxx Sun May 03 10:00:00 +0000 2026\nA: 2\n\ntwo\n",
            texts: ["one\n", "two\n"]),
        Example(
            name: "Thunderbird", mailbox: "From - Sun May 03 10:00:00 2026\nA: 1\n\none\n\nFrom - Sun May 03 10:00:00 2026\nA: 2\n\ntwo\n",
            texts: ["one\n", "two\n"]),
        Example(
            name: "an archive of a list",
            mailbox:
                "From ann at example.org  Sun May  3 10:00:00 2026\nA: 1\n\none\n\nFrom bob at x.test  Mon May  4 10:00:00 2026\nA: 2\n\ntwo\n",
            texts: ["one\n", "two\n"]),
        Example(
            name: "a zone behind the time, and a year", mailbox: "\(line)A: 1\n\none\n\nFrom a@x Sun May  3 10:00 CEST 2026\nA: 2\n\ntwo\n",
            texts: ["one\n", "two\n"]),
        Example(
            name: "a date as headers have it", mailbox: "\(line)A: 1\n\none\n\nFrom a@x Sun, 3 May 2026 10:00:00 +0200\nA: 2\n\ntwo\n",
            texts: ["one\n", "two\n"]),
        Example(name: "a single message", mailbox: "Subject: a\n\none\n", texts: ["one\n"]),
        Example(name: "a byte order mark", mailbox: "\u{FEFF}\(line)A: 1\n\none\n", texts: ["one\n"]),
    ]

    private static func read(_ mailbox: [UInt8], _ dialect: MailboxDialect, cutAt cuts: [Int] = []) -> [MailboxMessage] {
        var reader = MailboxReader(dialect)
        var messages: [MailboxMessage] = []
        var start = 0
        for cut in cuts + [mailbox.count] {
            messages += reader.read(Array(mailbox[start..<cut]).span)
            start = cut
        }
        return messages + reader.finish()
    }

    @Test("are cut into messages, for any cut", arguments: examples) func splits(_ example: Example) {
        let bytes = Array(example.mailbox.utf8)
        let whole = Self.read(bytes, example.dialect)
        #expect(whole.map { $0.message.text } == example.texts)
        for cut in 0...bytes.count {
            let parts = Self.read(bytes, example.dialect, cutAt: [cut])
            #expect(parts.map { $0.message.everything } == whole.map { $0.message.everything }, "cut at \(cut)")
            #expect(parts.map(\.offset) == whole.map(\.offset), "cut at \(cut)")
        }
        let single = Self.read(bytes, example.dialect, cutAt: Array(0..<bytes.count))
        #expect(single.map { $0.message.everything } == whole.map { $0.message.everything }, "byte by byte")
    }

    @Test("with mboxcl2, keep the content together up to its length, however long it is") func trustsLengths() {
        let inner = "\n\(Self.other)B: 3\n\n" + String(repeating: "A line of lamps.\n", count: 90_000)
        let mailbox = "\(Self.line)Content-Length: \(inner.utf8.count)\n\n\(inner)\n\(Self.other)A: 2\n\ntwo\n"
        #expect(Self.read(Array(mailbox.utf8), .mboxcl2).map { $0.message.text } == [inner, "two\n"])
    }

    /// Counts what a splitter hands on.
    private struct CountingSink: MailboxSink {
        var count = 0
        mutating func beginMessage(at offset: Int, hasFromLine: Bool) {}
        mutating func content(_ bytes: Span<UInt8>) { count += bytes.count }
        mutating func endMessage() {}
    }

    @Test(
        "hand on empty lines while they are read, also where a length may end",
        arguments: ["A: 1\n\n", "Content-Length: \(other.utf8.count + 6)\n\n\n\(other)B: 2\n"]) func handsOnEmptyLines(_ start: String)
    {
        var splitter = MailboxSplitter(.auto)
        var sink = CountingSink()
        splitter.feed(Array((Self.line + start).utf8).span, into: &sink)
        for _ in 0..<10_000 { splitter.feed([UInt8(ascii: "\n")].span, into: &sink) }
        #expect(sink.count > 9_000)
    }

    struct Doubt: CustomTestStringConvertible {
        let name: String
        let mailbox: String
        var unclear = 0
        var covered = 0
        var dialect = MailboxDialect.auto
        var testDescription: String { name }
    }

    private static let start = "\(line)A: 1\n\none\n"

    private static let doubts = [
        Doubt(name: "two messages", mailbox: "\(start)\n\(other)A: 2\n"),
        Doubt(name: "sentences", mailbox: "\(start)\nFrom here on: closed\nFrom ann@example.org with love\nNote: one\n"),
        Doubt(name: "no header below", mailbox: "\(start)\n\(other)two\n", unclear: 1),
        Doubt(name: "the end below", mailbox: "\(start)\n\(other)", unclear: 1),
        Doubt(name: "no empty line in front, and no field of mail", mailbox: "\(start)\(other)A: 2\n", unclear: 1),
        Doubt(name: "neither an empty line nor a date", mailbox: "\(start)From b@x\nSubject: 2\n\(other)two\n", unclear: 2),
        Doubt(name: "a header below a sentence", mailbox: "\(start)\nFrom the pier\nSubject: two\n", unclear: 1),
        Doubt(
            name: "a length up to the end of a later message",
            mailbox: "\(line)Content-Length: \(6 + other.utf8.count + 10)\n\none\n\n\n\(other)A: 2\n\ntwo\n\n\(other)A: 3\n\n", covered: 1),
        Doubt(
            name: "the same where only the length counts",
            mailbox: "\(line)Content-Length: \(6 + other.utf8.count + 10)\n\none\n\n\n\(other)A: 2\n\ntwo\n\n\(other)A: 3\n\n",
            dialect: .mboxcl2),
        Doubt(
            name: "a length beyond the end of the mailbox", mailbox: "\(line)Content-Length: 90000000\n\none\n\n\(other)A: 2\n\ntwo\n",
            covered: 1,
            dialect: .mboxcl2),
    ]

    @Test("count lines that may be the beginning of a message, for any cut", arguments: doubts) func countsDoubts(_ doubt: Doubt) {
        let bytes = Array(doubt.mailbox.utf8)
        for cut in 0...bytes.count {
            var reader = MailboxReader(doubt.dialect)
            _ = reader.read(Array(bytes[..<cut]).span)
            _ = reader.read(Array(bytes[cut...]).span)
            _ = reader.finish()
            #expect([reader.unclearLines.count, reader.coveredLines.count] == [doubt.unclear, doubt.covered], "cut at \(cut)")
        }
    }

    @Test("say where the first doubtful line is") func placesDoubts() {
        var reader = MailboxReader(.auto)
        _ = reader.read(Array("\(Self.start)\n\(Self.other)two\n\n\(Self.other)three\n".utf8).span)
        _ = reader.finish()
        #expect(reader.unclearLines.offset == Self.start.utf8.count + 1)
        #expect(reader.unclearLines.count == 2)
    }

    @Test("say where each message begins") func givesOffsets() {
        let mailbox = Array("\n\(Self.line)A: 1\n\none\n\n\(Self.other)A: 2\n\ntwo\n".utf8)
        #expect(Self.read(mailbox, .auto).map(\.offset) == [1, 1 + Self.line.utf8.count + 11])
        #expect(Self.read(Array("Subject: a\n\n".utf8), .auto).map(\.hasFromLine) == [false])
    }
}
