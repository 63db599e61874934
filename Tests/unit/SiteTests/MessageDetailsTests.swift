import JSONParsing
import Pipeline
import Stages
import Testing

@testable import Site

/// A date as the input has it, and as a page has it.
struct DateExample: CustomTestStringConvertible {
    let given: String
    let machine: String?
    let text: String

    var testDescription: String { given }
}

/// A sender as the input has it, and as a page shows it.
struct SenderExample: CustomTestStringConvertible {
    let given: String
    let name: String
    var address: String?
    let initials: String

    var testDescription: String { given }
}

@Suite("Details of a message") struct MessageDetailsTests {
    static let dates = [
        DateExample(given: "2026-05-01", machine: "2026-05-01", text: "2026-05-01"),
        DateExample(given: "2026-05-01T10:20:30Z", machine: "2026-05-01T10:20:30Z", text: "2026-05-01 10:20 UTC"),
        DateExample(given: " 2026-05-01 10:20 ", machine: "2026-05-01T10:20:00", text: "2026-05-01 10:20"),
        DateExample(given: "2026-05-01T10:20:30.123+02:00", machine: "2026-05-01T10:20:30+02:00", text: "2026-05-01 10:20 +02:00"),
        DateExample(given: "2026-05-01T10:20:30-0330", machine: "2026-05-01T10:20:30-03:30", text: "2026-05-01 10:20 -03:30"),
        DateExample(given: "2024-02-29", machine: "2024-02-29", text: "2024-02-29"),
        DateExample(given: "2023-02-29", machine: nil, text: "2023-02-29"),
        DateExample(given: "2026-13-01", machine: nil, text: "2026-13-01"),
        DateExample(given: "2026-05-01T25:00", machine: nil, text: "2026-05-01T25:00"),
        DateExample(given: "20260501", machine: nil, text: "20260501"),
        DateExample(given: "0", machine: "1970-01-01T00:00:00Z", text: "1970-01-01 00:00 UTC"),
        DateExample(given: "1709210096", machine: "2024-02-29T12:34:56Z", text: "2024-02-29 12:34 UTC"),
        DateExample(given: "1709210096.789", machine: "2024-02-29T12:34:56Z", text: "2024-02-29 12:34 UTC"),
        DateExample(given: "1709210096789", machine: "2024-02-29T12:34:56Z", text: "2024-02-29 12:34 UTC"),
        DateExample(given: "-1", machine: "1969-12-31T23:59:59Z", text: "1969-12-31 23:59 UTC"),
        DateExample(given: "1e300", machine: nil, text: "1e300"),
        DateExample(given: "yesterday", machine: nil, text: "yesterday"),
    ]

    @Test("has a date that scripts can read, where it is one", arguments: dates) func date(_ example: DateExample) {
        let date = MessageDate(example.given)
        #expect(date.machine == example.machine)
        #expect(date.text == example.text)
    }

    static let senders = [
        SenderExample(given: "mira@example.com", name: "mira@example.com", initials: "M"),
        SenderExample(given: "Mira Kovač <mira@example.com>", name: "Mira Kovač", address: "mira@example.com", initials: "MK"),
        SenderExample(given: "\"Kovač, Mira\" <mira@example.com>", name: "Kovač, Mira", address: "mira@example.com", initials: "KM"),
        SenderExample(given: "<mira@example.com>", name: "mira@example.com", initials: "M"),
        SenderExample(given: "Team", name: "Team", initials: "T"),
        SenderExample(given: "山田 太郎 <taro@example.jp>", name: "山田 太郎", address: "taro@example.jp", initials: "山太"),
        SenderExample(given: "a <b> c <no address>", name: "a <b> c <no address>", initials: "AA"),
        SenderExample(given: "\"mira@example.com\"", name: "\"mira@example.com\"", initials: "M"),
        SenderExample(
            given: "Mira <\"m k\"@example.com>", name: "Mira", address: "\"m k\"@example.com", initials: "M"),
        SenderExample(given: "!!!", name: "!!!", initials: ""),
        SenderExample(given: "\"\" <x@y.example>", name: "x@y.example", initials: "X"),
    ]

    @Test("has a sender with a name, and an address if both are known", arguments: senders) func sender(_ example: SenderExample) {
        let sender = MessageSender(example.given)
        #expect(sender.name == example.name)
        #expect(sender.address == example.address)
        #expect(sender.initials == example.initials)
    }

    static let sizes: [(JSONValue, String?)] = [
        (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (15_400, "15 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"), ("1234567", "1.2 MB"),
        (-1, nil), ("big", nil), (nil, nil),
    ]

    @Test("has attachments with their sizes in words", arguments: sizes) func size(_ size: JSONValue, _ text: String?) throws {
        #expect(try MessageAttachment(["name": "a.pdf", "size": size], at: "").sizeText(SiteWords(tag: "en")) == text)
    }

    @Test(
        "has attachments with the units and the decimal mark of the language",
        arguments: [("de-AT", "1,2 MB"), ("fr", "1,2 Mo"), ("pl", "1.2 MB"), ("ja", "1.2 MB"), ("ar", "1.2 م.بايت")])
    func unit(_ tag: String, _ text: String) throws {
        #expect(try MessageAttachment(["name": "a.pdf", "size": 1_234_567], at: "").sizeText(SiteWords(tag: tag)) == text)
    }

    @Test("has attachments that link to the web alone, and always have a name") func attachments() throws {
        func attachment(_ url: String, name: String? = nil) throws -> MessageAttachment {
            try MessageAttachment(["name": name.map { .string($0) } ?? nil, "url": .string(url)], at: "")
        }
        #expect(try attachment("https://x.example/a%20b.pdf?c#d").name == "a%20b.pdf")
        #expect(try attachment("https://x.example/a b.pdf", name: "A").address == "https://x.example/a%20b.pdf")
        #expect(try attachment("javascript:alert(1)", name: "A").address == nil)
        #expect(try attachment("file:///etc/passwd", name: "A").address == nil)
        #expect(try attachment("/relative", name: "A").address == nil)
    }

    @Test("has attachments that are images of its body, if they are on the web or carry an image that runs no scripts")
    func images() throws {
        func attachment(_ members: JSONObject) throws -> MessageAttachment { try MessageAttachment(members, at: "") }
        let png = "data:image/png;base64,iVBORw0KGgo="
        let bytes = try attachment(["name": "a.png", "url": .string(png), "content_id": "<logo@1>"])
        #expect(bytes.image == png && bytes.address == nil && bytes.id?.text == "logo@1" && bytes.name == "a.png")
        #expect(try attachment(["url": "https://x.example/a.png", "cid": "a"]).image == "https://x.example/a.png")
        #expect(try attachment(["url": .string(png), "metadata": ["cid": "m"]]).id?.text == "m")
        // The end of such an address is no name.
        #expect(try attachment(["url": .string(png + "/etc/passwd")]).name == "")
        for url in ["data:image/svg+xml,<svg/>", "data:text/html,x", "javascript:alert(1)", "file:///etc/passwd", "/etc/passwd", ""] {
            #expect(try attachment(["name": "a", "cid": "a", "url": .string(url)]).image == nil, "\(url)")
        }
        #expect(try attachment(["cid": 5, "content_id": "", "metadata": "x"]).id == nil)
    }

    static let origins: [(String, String?)] = [
        ("https://api.example.com/messages/", "https://api.example.com"), ("HTTP://API.example.com:8080/", "http://api.example.com:8080"),
        ("https://[::1]:80/x", "https://[::1]:80"), ("https://api.example.com?id=", "https://api.example.com"),
        ("https://api.example.com", nil), ("https://user@api.example.com/", nil), ("https:///x", nil), ("ftp://x.example/", nil),
        ("/relative/", nil), ("https://x.example;script-src */", nil), ("https://x.example '/", nil), ("", nil),
    ]

    @Test("is fetched from an origin that no record can change", arguments: origins) func origin(_ beginning: String, _ origin: String?) {
        #expect(BodyAddress.origin(of: beginning) == origin)
    }

    @Test("is on the page that its number says, however long the thread is", arguments: [1, 200, 299, 300, 301, 2_000, 10_050])
    func sections(_ count: Int) throws {
        let words = SiteWords(tag: "en")
        let messages = try (1...count).map { number in
            TimelineMessage(
                MessageCell(message: try ThreadMessage(["body": "x"]), number: number, address: nil, hasSenders: false, words: words))
        }
        let sections = TimelineSection.split(messages)
        #expect(sections.flatMap { $0.messages.map(\.number) } == Array(1...count))
        #expect(sections.dropLast().allSatisfy { $0.messages.count == TimelineSection.messageCount })
        #expect(count < TimelineSection.fewestNewest || (100..<300).contains(sections.last?.messages.count ?? 0))
    }
}
