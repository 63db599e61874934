import TestSupport
import Testing

@testable import MailParsing

@Suite("Files with one message") struct SingleMessageTests {
    struct Example: CustomTestStringConvertible {
        let name: String
        let file: String
        var subject: String? = "a"
        var text: String? = "one\n"
        var count = 1
        var testDescription: String { name }
    }

    private static let line = "From ann@example.org Sun May  3 10:00:00 2026\n"

    private static let examples = [
        Example(name: "a message", file: "Subject: a\n\none\n"),
        Example(name: "empty lines in front", file: "\r\n \r\n\nSubject: a\n\none\n"),
        Example(name: "a byte order mark and an empty line", file: "\u{FEFF}\nSubject: a\n\none\n"),
        Example(name: "line ends of old programs for the Mac", file: "Subject: a\r\rone\r"),
        Example(name: "the same without content", file: "Subject: a", text: ""),
        Example(name: "a carriage return in a line", file: "Subject: a\n\none\rtwo\n", text: "one\rtwo\n"),
        Example(name: "a line of a mailbox in front", file: "\(line)Subject: a\n\none\n"),
        Example(name: "a sentence in front", file: "From here\nSubject: a\n\none\n"),
        Example(
            name: "a mailbox", file: "\(line)Subject: a\n\none\n\n\(line)Subject: b\n\ntwo\n\n\(line)Subject: c\n\nthree\n",
            text: "one\n\n\(line)Subject: b\n\ntwo\n\n\(line)Subject: c\n\nthree\n", count: 3),
        Example(name: "nothing", file: "", subject: nil, text: ""),
        Example(name: "empty lines alone", file: "\n\n", subject: nil, text: ""),
        Example(name: "the beginning of a word", file: "Fr", subject: nil, text: "Fr"),
    ]

    @Test("are read for any cut", arguments: examples) func reads(_ example: Example) {
        let bytes = Array(example.file.utf8)
        for cut in 0...bytes.count {
            var reader = SingleMessageReader()
            reader.read(Array(bytes[..<cut]).span)
            reader.read(Array(bytes[cut...]).span)
            let (message, count) = reader.finish()
            #expect(message.headers.text("subject") == example.subject, "cut at \(cut)")
            #expect(message.text == example.text, "cut at \(cut)")
            #expect(count == example.count, "cut at \(cut)")
        }
    }
}
