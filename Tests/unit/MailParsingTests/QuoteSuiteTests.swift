import Foundation
import HTMLParsing
import MailParsing
import TestSupport
import Testing

/// One case of the reply-splitting tests of talon and quotequail.
private struct ReplyCase: Decodable {
    let id: String
    let kind: String
    let html: String?
    let text: String?
    let expected_reply: String?
    let expected_text: String?
    let compare: String
}

private struct SignatureCase: Decodable {
    let id: String
    let text: String
    let expected_text: String
    let expected_signature: String?
}

@Suite("Quotes and signatures of real mail", .needs(SharedData.exists("emails"), "needs the shared test data"))
struct QuoteSuiteTests {
    /// A bare `blockquote` without an attribution, which counts as the sender's own passage here.
    private static let passages: Set<String> = ["talon-060"]

    /// The cases of quotequail that are forwards. They are skipped, because a forwarded message counts as content here.
    @Test("at least 98 % of the replies are split as expected, and what quotes nothing stays as it is")
    func replies() throws {
        let cases = try JSONDecoder().decode([ReplyCase].self, from: SharedData.read("emails/reply-cases.json"))
        var missed: [String] = []
        var count = 0
        for example in cases where !(example.kind == "forward" && example.id.hasPrefix("quotequail")) && !Self.passages.contains(example.id)
        {
            count += 1
            if let html = example.html {
                let document = HTMLDocument(parsing: html)
                let parts = HTMLMessageParts(document)
                let text = parts.own.textContentWithoutSpace
                let expected = example.kind == "none" ? document.textContentWithoutSpace : example.expected_text
                if text != expected { missed.append("\(example.id): \(text.prefix(300)) ≠ \(expected?.prefix(300) ?? "")") }
                if example.kind == "none" { #expect(parts.quoted == nil, "\(example.id)") }
            } else if let text = example.text {
                let own = MessageParts(text: text).own
                let isSame =
                    example.compare == "trim"
                    ? own == example.expected_reply?.trimmingCharacters(in: .whitespacesAndNewlines) : own == example.expected_reply
                if !isSame { missed.append("\(example.id): \(own.debugDescription) ≠ \(example.expected_reply.debugDescription)") }
                if example.kind == "none" { #expect(own == text, "\(example.id)") }
            }
        }
        #expect(Double(missed.count) <= 0.02 * Double(count), "\(missed.count) of \(count):\n\(missed.joined(separator: "\n"))")
    }

    @Test("at least 98 % of the signatures are found")
    func signatures() throws {
        let cases = try JSONDecoder().decode([SignatureCase].self, from: SharedData.read("emails/signature-cases.json"))
        let missed = cases.filter { example in
            let parts = MessageParts(text: example.text)
            return parts.ownWithoutSignature != example.expected_text || parts.signature != example.expected_signature
        }
        #expect(Double(missed.count) <= 0.02 * Double(cases.count), "\(missed)")
    }
}

extension HTMLDocument {
    /// The visible text without white space, including no-break spaces.
    fileprivate var textContentWithoutSpace: String {
        var text = ""
        for node in descendants(of: root) where kind(of: node) == .text {
            let parents: Set<HTMLTag> = [.style, .script, .title]
            if let parent = parent(of: node), parents.contains(tag(of: parent)) { continue }
            text += self.text(of: node)
        }
        return text.filter { !$0.isWhitespace }
    }
}
