import Foundation
import HTMLParsing
import Testing

@testable import Site

/// The HTML body of a mail, and the HTML that the page shows.
struct MailExample: CustomTestStringConvertible {
    let name: String
    let body: String
    let own: String
    var quoted: String?

    var testDescription: String { name }
}

@Suite("Mail in a page") struct MailRulesTests {
    /// CSS units that depend on the height of the frame, always or without an enclosing container.
    static let unitsOfFrame =
        ["", "s", "l", "d"].flatMap { size in ["vh", "vb", "vmin", "vmax", "vi", "VH"].map { size + $0 } }
        + ["cqh", "cqb", "cqmin", "cqmax", "cqw", "cqi"]
    static let honest =
        "height:1.5em; margin:0in 0in .0001pt; padding:5px min(10vw, 40px); line-height:1.4; font:bold 12pt/120% 'Gill 9vh', serif; font-weight:700; "
        + "border:1px solid #3e9eff; border-color:rgb(1, 2, 3) hsl(120deg 50% 50%); vertical-align:-webkit-baseline-middle; "
        + "letter-spacing:.5px; width:calc(100% + 2px); max-width:99999px; text-align:center"

    static let examples = [
        MailExample(
            name: "links open beside the page", body: "<a href='https://a.example/x?y=1&z'>x</a>",
            own: #"<a href="https://a.example/x?y=1&amp;z" rel="noopener noreferrer" target="_blank">x</a>"#),
        MailExample(
            name: "links that begin at our own page are text",
            body: "<a href='../secret'>x</a><a href='#top'>y</a><a href='//h.example/'>z</a>",
            own: #"<a rel="noopener">x</a><a rel="noopener">y</a><a rel="noopener">z</a>"#),
        MailExample(
            name: "links and images with a scheme that not all read are none",
            body: "<a href='ht\u{200B}tp://a.example/'>x</a><a href='ht tp://a.example/'>y</a><img src='ht\u{200B}tp://a.example/x.png'>",
            own: #"<a rel="noopener">x</a><a rel="noopener">y</a><img alt="">"#),
        MailExample(
            name: "images wait", body: "<img src='http://a.example/x.png' alt=X>",
            own: #"<img data-remote-src="http://a.example/x.png" alt="X">"#),
        MailExample(
            name: "images without a scheme are asked for by https", body: "<img src='//a.example/x.png'>",
            own: #"<img data-remote-src="https://a.example/x.png" alt="">"#),
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
            name: "no unit that means the frame is in a height", body: unitsOfFrame.map { "<p style='padding-top:2\($0)'>x</p>" }.joined(),
            own: String(repeating: "<p>x</p>", count: unitsOfFrame.count)),
        MailExample(
            name: "no text is raised by the frame's height, by a calculation or by far",
            body: "<b style='vertical-align:100vh'>x</b><b style='vertical-align:calc(1px*9)'>x</b><b style='vertical-align:9999px'>x</b>",
            own: "<b>x</b><b>x</b><b>x</b>"),
        MailExample(
            name: "no height is calculated", body: "<div style='height:calc(1000px*1000); margin:0 calc(10% + 5px); color:red'>x</div>",
            own: #"<div style="color:red">x</div>"#),
        MailExample(
            name: "heights are compared in pixels",
            body:
                "<p style='height:2000em'>x</p><p style='height:2000in'>x</p><p style='line-height:2000'>x</p><p style='font:9px/2000 a'>x</p>"
                + "<p style='height:1.6e3pt'>x</p><p style='height:9999%'>x</p>",
            own: "<p>x</p><p>x</p><p>x</p><p>x</p><p>x</p><p>x</p>"),
        MailExample(
            name: "no width is that of the frame's height", body: "<img src='data:image/gif;base64,R' style='min-width:100vh; width:50vw'>",
            own: #"<img src="data:image/gif;base64,R" style="width:50vw" alt="">"#),
        MailExample(
            name: "honest measures stay",
            body: "<p style=\"\(honest)\">x</p>", own: #"<p style="\#(honest)">x</p>"#),
        MailExample(
            name: "no attribute is endless",
            body: "<table border=9999 cellpadding=99999 cellspacing=99999px bgcolor=red><tr height=9999><td>x</table><hr size=99999>"
                + "<img vspace=9999 alt=y><table border=1 cellpadding=5 cellspacing=0 height=50></table>",
            own: #"<table bgcolor="red"><tbody><tr><td>x</td></tr></tbody></table><hr><img alt="y">"#
                + #"<table border="1" cellpadding="5" cellspacing="0" height="50"></table>"#),
        MailExample(
            name: "no space depends on the width of its container", body: "<p style='padding:5px 10%; margin-left:2%; width:50%'>x</p>",
            own: #"<p style="padding:5px min(10vw, 40px); margin-left:min(2vw, 8px); width:50%">x</p>"#),
        MailExample(
            name: "no cell spans more than 100 columns or 1,000 rows",
            body:
                "<table><tr><td colspan=1000 rowspan=65534>x<td colspan='100%' rowspan=2>y<th colspan=' 99999999999999999999' rowspan=3>z</table>",
            own: #"<table><tbody><tr><td colspan="100" rowspan="1000">x</td><td colspan="100%" rowspan="2">y</td>"#
                + #"<th colspan="100" rowspan="3">z</th></tr></tbody></table>"#),
        MailExample(
            name: "plain text keeps its lines", body: "Hello <you@example.com>,\nbye",
            own: "<div style=\"white-space:pre-wrap\">Hello &lt;you@example.com&gt;,\nbye</div>"),
        MailExample(
            name: "what is quoted is split off",
            body: "<p>Yes.</p><div class=gmail_quote><div>On Mon, a@b.example wrote:</div><blockquote>No?</blockquote></div>",
            own: "<p>Yes.</p>",
            quoted: #"<div class="gmail_quote"><div>On Mon, a@b.example wrote:</div><blockquote>No?</blockquote></div>"#),
    ]

    @Test("is what it was but for what a page cannot bear", arguments: examples) func shows(_ example: MailExample) throws {
        let body = try MailBody(example.body)
        #expect(body.own == example.own)
        #expect(body.quoted == example.quoted)
    }

    @Test("limits the attributes with a height on every element", arguments: HTMLTag.allCases.map(\.name).filter { !$0.isEmpty } + ["o:p"])
    func limitsEveryElement(_ tag: String) throws {
        let attributes = MailSizeLimits.attributes.map { "\($0)=99999" }.joined(separator: " ")
        let element = "<\(tag) \(attributes)>x</\(tag)>"
        for body in ["<p>a</p>\(element)", "<table>\(element)</table>", "<table><tr>\(element)</table>"] {
            #expect(try !MailBody(body).own.contains("99999"))
        }
    }

    @Test(
        "counts and holds no tracking pixels, nor hidden images",
        arguments: [
            "<img src='https://t.example/' width=1 height=1>", "<img src='https://t.example/' style='width:1px;height:1px' alt='x'>",
            "<img src='https://t.example/' width=0>", "<img src='https://t.example/' style='display:none'>",
        ]) func trackers(_ image: String) throws
    {
        let body = try MailBody("<p>a\(image)</p>")
        #expect(body.remoteImages == 0)
        #expect(body.own == "<p>a</p>")
    }

    @Test("has cells that span no more than 200,000 places in all")
    func spanningCells() throws {
        let own = try MailBody("<table>" + String(repeating: "<tr><td colspan=100 rowspan=100>x", count: 30) + "<tr><td>y</table>").own
        #expect(own.components(separatedBy: " colspan=\"100\" rowspan=\"100\"").count - 1 == 20)
        #expect(own.components(separatedBy: "<td>").count - 1 == 11)
    }

    @Test(
        "has no more than 16 tables in each other, and loses no text", arguments: ["", "<a href='https://a.example/'>", "<div><b>"])
    func nestedTables(_ around: String) throws {
        let body = String(repeating: around + "<table><tr><td>", count: 100) + "deep"
        let own = try MailBody(body).own
        #expect(own.components(separatedBy: "<table>").count - 1 == 16)
        #expect(own.contains("deep"))
    }

    @Test("has no more than 4 automatic directions in each other") func directions() throws {
        let own = try MailBody(String(repeating: "<div dir=auto>", count: 10) + "x</div><p dir=AUTO>y<p dir=rtl>z").own
        #expect(own.components(separatedBy: "dir=\"auto\"").count - 1 == 4)
        #expect(own.contains("<p>y</p><p dir=\"rtl\">z</p>"))
    }

    @Test("is not rendered once the run is cancelled") func cancelled() async throws {
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try MailBody("<p>x</p>").own
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
