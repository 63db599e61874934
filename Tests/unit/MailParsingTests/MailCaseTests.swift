import Foundation
import HTMLParsing
import MailParsing
import TestSupport
import Testing

/// A message of the shared cases, with the own text that is right.
struct MailCase: Decodable, CustomTestStringConvertible {
    let id: String
    let fault: String
    let stage: String
    let options: [String: String]
    let input: String
    /// The own text; "whole", or a sentence about what has to stay.
    let want: String
    var testDescription: String { id }

    static let isThere = SharedData.exists("cases/mail/cases.jsonl")
    static let all: [MailCase] = {
        guard isThere, let data = try? SharedData.read("cases/mail/cases.jsonl") else { return [] }
        return data.split(separator: 0x0A).compactMap { try? JSONDecoder().decode(MailCase.self, from: Data($0)) }
    }()
}

@Suite("Cases of mail from other people's trouble", .needs(MailCase.isThere, "needs the shared test data"))
struct MailCaseTests {
    @Test("have their own text", arguments: MailCase.all.filter { $0.stage == "strip_quotes" })
    func split(_ example: MailCase) {
        let isSigned = example.options["signature"] != "remove"
        guard ContentFormat.auto.markup(in: example.input) == nil else {
            let page = HTMLDocument(parsing: example.input)
            let parts = HTMLMessageParts(page)
            #expect(parts.quoted == nil)
            #expect((isSigned ? parts.own : parts.ownParts().ownWithoutSignature).serialized() == page.serialized())
            return
        }
        let parts = MessageParts(text: example.input)
        let own = isSigned ? parts.own : parts.ownWithoutSignature
        switch example.want {
        case "whole": #expect(own == example.input)
        case "own text keeps the three lines of the order": #expect(own.contains("Order 4711\nLamp, blue\nbought 3 May 2026"))
        default: #expect(own == example.want)
        }
    }

    @Test("are told as a list")
    func count() { #expect(MailCase.all.count >= 41) }
}
