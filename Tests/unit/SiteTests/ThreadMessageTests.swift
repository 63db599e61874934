import JSONParsing
import MailParsing
import Testing

@testable import Site

/// A message as JSON, and the fields that the page shows.
struct MessageExample: CustomTestStringConvertible {
    let name: String
    var message: JSONObject
    var own: String?
    var quoted: String?
    var blurb = "Yes."

    var testDescription: String { name }
}

@Suite("A message of a timeline") struct ThreadMessageTests {
    static let gmail = "<div class=\"gmail_quote\"><div>On Mon, a@b.example wrote:</div><blockquote>No?</blockquote></div>"
    static let body: JSONValue = .string("<p>Yes.</p>\(gmail)")

    static let examples = [
        MessageExample(name: "is split where no stage has done that", message: ["body": body], own: "<p>Yes.</p>", quoted: gmail),
        MessageExample(
            name: "shows what a stage has split", message: ["body": body, "light_body": "<p>Light</p>", "quoted": "<p>Rest</p>"],
            own: "<p>Light</p>", quoted: "<p>Rest</p>", blurb: "Light"),
        MessageExample(
            name: "is not split again where a stage has found no quote", message: ["body": body, "light_body": body, "quoted": nil],
            own: "<p>Yes.</p>\(gmail)", blurb: "Yes. On Mon, a@b.example wrote: No?"),
        MessageExample(
            name: "is not split again where a stage has found no quote and left no light body", message: ["body": body, "quoted": nil],
            own: "<p>Yes.</p>\(gmail)", blurb: "Yes. On Mon, a@b.example wrote: No?"),
        MessageExample(
            name: "shows the light body beside the quote that it finds itself", message: ["body": body, "light_body": "<p>Light</p>"],
            own: "<p>Light</p>", quoted: gmail, blurb: "Light"),
        MessageExample(
            name: "loses nothing of a body that is longer than the light body where it finds no quote",
            message: ["body": "<p>Yes.</p><p>And more.</p>", "light_body": "<p>Yes.</p>"], own: "<p>Yes.</p><p>And more.</p>",
            blurb: "Yes. And more."),
        MessageExample(
            name: "shows nothing twice where a stage has left a quote and no own part", message: ["body": body, "quoted": .string(gmail)],
            own: "<p>Yes.</p>", quoted: gmail),
        MessageExample(
            name: "shows a light body without a body as it is", message: ["light_body": body], own: "<p>Yes.</p>\(gmail)",
            blurb: "Yes. On Mon, a@b.example wrote: No?"),
        MessageExample(
            name: "keeps addresses in the blurb of plain text", message: ["body": "Write to\n<you@example.com>, bye"],
            own: "<div style=\"white-space:pre-wrap\">Write to\n&lt;you@example.com&gt;, bye</div>",
            blurb: "Write to <you@example.com>, bye"),
        MessageExample(
            name: "takes a page without elements for HTML", message: ["body": "<html>Yes.\nNo.</html>"], own: "Yes.\nNo.", blurb: "Yes. No."
        ),
        MessageExample(
            name: "has the blurb that it came with", message: ["body": body, "blurb": " A\n blurb "], own: "<p>Yes.</p>", quoted: gmail,
            blurb: "A blurb"),
        MessageExample(name: "may have neither", message: ["body": " \n", "light_body": nil], blurb: ""),
    ]

    @Test("shows each part of its body once", arguments: examples) func shows(_ example: MessageExample) throws {
        let message = try ThreadMessage(example.message)
        #expect(message.body?.own == example.own)
        #expect(message.body?.quoted == example.quoted)
        #expect(message.blurb == example.blurb)
    }

    @Test("has the format that is known of it") func format() throws {
        #expect(try ThreadMessage(["body": "a\n\nb"], as: .paragraphs).body?.own == "<p>a</p><p>b</p>")
        #expect(try ThreadMessage(["body": "<b>a</b>"], as: .text).body?.blurb(maxCharacters: 20) == "<b>a</b>")
    }

    @Test("is as long as its characters") func length() throws {
        #expect(try MailBody("<p>Äpfel 😀</p>").length == 7)
    }
}
