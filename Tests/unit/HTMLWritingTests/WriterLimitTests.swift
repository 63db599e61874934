import HTMLParsing
import HTMLSupport
import HTMLWriting
import TestSupport
import Testing

@Suite("Hostile HTML", .startsOnIdlePool, .timeLimit(.minutes(5))) struct WriterLimitTests {
    struct Hostile: Sendable, CustomTestStringConvertible {
        let name: String
        let html: @Sendable () -> String
        var testDescription: String { name }
    }

    static let inputs = [
        Hostile(name: "100,000 nested quotes") { String(repeating: "<blockquote>", count: 100_000) + "needle" },
        Hostile(name: "100,000 nested lists") { String(repeating: "<ul><li>", count: 100_000) + "needle" },
        Hostile(name: "100,000 nested containers") { String(repeating: "<div>", count: 100_000) + "needle" },
        Hostile(name: "20,000 nested tables") { String(repeating: "<table><tr><td>", count: 20_000) + "needle" },
        Hostile(name: "50,000 nested kinds of emphasis") { String(repeating: "<b><i><s>", count: 50_000) + "needle" },
        Hostile(name: "300,000 line breaks") { String(repeating: "<br>", count: 300_000) + "needle" },
        Hostile(name: "a row of 100,000 backticks in code") { "<code>" + String(repeating: "`", count: 100_000) + "</code>needle" },
        Hostile(name: "100,000 brackets in a link") {
            "<a href='\(String(repeating: "(", count: 100_000))'>\(String(repeating: "[", count: 100_000))</a>needle"
        },
        Hostile(name: "a megabyte of what looks like Markdown") {
            "<p>" + String(repeating: "*_`[]()#+-.!>|~\\", count: 60_000) + "needle"
        },
        Hostile(name: "100,000 addresses without a space") { "<p>" + String(repeating: "http://", count: 100_000) + "_x_ needle" },
        Hostile(name: "100,000 changes of emphasis") { "<p>" + String(repeating: "<b>a</b><i>\"b</i>c", count: 100_000) + " needle" },
        Hostile(name: "100,000 pieces of emphasis that have no delimiter left") {
            "<p><em>a<em>b" + String(repeating: "<em>\"c\"</em>d", count: 100_000) + "</em></em> needle"
        },
        Hostile(name: "100,000 alternative texts in a row") {
            "<p>" + String(repeating: "<span><img alt=a></span>", count: 100_000) + " needle"
        },
        Hostile(name: "100,000 boxes in a row of boxes") {
            "<div style=display:flex>" + String(repeating: "<span style=display:flex><i>a</i></span>", count: 100_000) + "</div>needle"
        },
        Hostile(name: "cells that span everything") {
            "<table>" + String(repeating: "<tr><th rowspan=65534 colspan=1000>a<th>b", count: 3000) + "</table>needle"
        },
    ]

    @Test("is written without losing text", arguments: inputs)
    func survives(_ input: Hostile) {
        let html = input.html()
        let document = HTMLDocument(parsing: html)
        let written = MarkdownWriter().bytes(of: document)
        #expect(String(decoding: written.suffix(200), as: UTF8.self).contains("needle"))
        #expect(written.count < 8 * html.utf8.count + 1000)
        #expect(TextWriter().string(of: document).contains("needle"))
    }

    @Test("nests at most 64 levels of quotes; deeper text flows at that level")
    func limitsNesting() {
        let deep = markdown(String(repeating: "<blockquote><p>a", count: 70) + "<p>b")
        #expect(deep.split(separator: "\n").last.map(String.init) == String(repeating: "> ", count: 64) + "b")
        #expect(deep.filter { $0 == "a" }.count == 70)
    }
}
