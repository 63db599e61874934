import Foundation
import Testing

@testable import Sinks

/// A body, and what is shown of it.
struct MailExample: CustomTestStringConvertible {
    let name: String
    let body: String
    let own: String
    var quoted: String?

    var testDescription: String { name }
}

@Suite("Mail in a page") struct MailRulesTests {
    static let examples = [
        MailExample(
            name: "links open beside the page", body: "<a href='https://a.example/x?y=1&z'>x</a>",
            own: #"<a href="https://a.example/x?y=1&amp;z" rel="noopener noreferrer" target="_blank">x</a>"#),
        MailExample(
            name: "links that begin at our own page are text",
            body: "<a href='../secret'>x</a><a href='#top'>y</a><a href='//h.example/'>z</a>",
            own: #"<a rel="noopener">x</a><a rel="noopener">y</a><a rel="noopener">z</a>"#),
        MailExample(
            name: "images wait", body: "<img src='http://a.example/x.png' alt=X>", own: #"<img data-src="http://a.example/x.png" alt="X">"#),
        MailExample(
            name: "images without a scheme are asked for by https", body: "<img src='//a.example/x.png'>",
            own: #"<img data-src="https://a.example/x.png" alt="">"#),
        MailExample(
            name: "images beside our own page, or in other parts of the mail, have no address", body: "<img src=x.png><img src='cid:1'>",
            own: #"<img alt=""><img alt="">"#),
        MailExample(
            name: "an image that holds its data is shown", body: "<img src='data:image/gif;base64,R0lGODlhAQABAAAAACw='>",
            own: #"<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="">"#),
        MailExample(
            name: "no height grows with the frame's", body: "<div style='height:calc(100vh + 1px);color:red;min-height:50dvh'>x</div>",
            own: #"<div style="color:red">x</div>"#),
        MailExample(
            name: "no height is endless", body: "<div style='height:1e9px; width:50px'>x</div><table height=99999><tr><td>y</table>",
            own: #"<div style="width:50px">x</div><table><tbody><tr><td>y</td></tr></tbody></table>"#),
        MailExample(
            name: "plain text keeps its lines", body: "Hello <you@example.com>,\nbye",
            own: "<div style=\"white-space:pre-wrap\">Hello &lt;you@example.com&gt;,\nbye</div>"),
        MailExample(
            name: "what is quoted is split off",
            body: "<p>Yes.</p><div class=gmail_quote><div>On Mon, a@b.example wrote:</div><blockquote>No?</blockquote></div>",
            own: "<p>Yes.</p>",
            quoted: #"<div class="gmail_quote"><div>On Mon, a@b.example wrote:</div><blockquote>No?</blockquote></div>"#),
    ]

    @Test("is what it was but for what a page cannot bear", arguments: examples) func shows(_ example: MailExample) {
        let body = MailBody(example.body)
        #expect(body.own == example.own)
        #expect(body.quoted == example.quoted)
    }

    @Test("shows the light body of a stage, and finds the quote itself where the stage gives none") func lightBody() {
        let body = "<p>Yes.</p><div class=gmail_quote><div>On Mon, a@b.example wrote:</div><blockquote>No?</blockquote></div>"
        let given = MailBody(body, own: "<p>Light</p>", quoted: "<p>Rest</p>")
        #expect(given.own == "<p>Light</p>")
        #expect(given.quoted == "<p>Rest</p>")
        let found = MailBody(body, own: "<p>Light</p>")
        #expect(found.own == "<p>Light</p>")
        #expect(found.quoted?.contains("No?") == true)
    }

    @Test("has no more than 16 tables in each other, and loses no text") func nestedTables() {
        let body = String(repeating: "<table><tr><td>", count: 100) + "deep"
        let own = MailBody(body).own
        #expect(own.components(separatedBy: "<table>").count - 1 == 16)
        #expect(own.contains("deep"))
    }
}
