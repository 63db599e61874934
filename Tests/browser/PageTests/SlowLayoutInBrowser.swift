import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser {
    /// Mail that made the layout of the browser, or the scripts that fit it, take time without limit.
    @Suite("Mail that is slow to lay out", .serialized) struct SlowLayout {
        private static func nested(_ style: String) -> String { String(repeating: "<div style='\(style)'>", count: 60) + "x" }

        static let boxes = [
            nested("display:grid;padding:1%"), nested("display:inline-grid"), nested("display:flex;padding:1%"),
            nested("min-width:fit-content;padding-left:1%"), nested("display:-webkit-box;padding:0 2%"),
            "<style>div{display:flex;padding-top:1%}</style>" + nested(""), "<style>div{padding:1%}</style>" + nested("display:flex"),
            "<style>div{display:grid}div{max-width:90%}</style>" + nested("display:grid"),
        ]

        @Test("is laid out at once where boxes are nested", .startsInPageTurn, .timeLimit(.minutes(5))) func nestedBoxes() async throws {
            let site = try await Site(messages: Self.boxes.map { message($0) })
            let browser = try await Browser.start(.phone)
            try await browser.open(site.page("thread"))
            for number in (1...Self.boxes.count).reversed() {
                _ = try await browser.call("document.querySelector('#m\(number)').scrollIntoView()")
                #expect(try await browser.becomesTrue("return !!document.querySelector('#m\(number) .body.live')"), "message \(number)")
            }
            try await browser.expectFramesFit()
        }

        @Test("has a row of many cells, whose texts are read at most 20 times each") func cells() async throws {
            let count = 600
            let site = try await Site(messages: [message("<table><tr>" + String(repeating: "<td>word</td>", count: count) + "</table>")])
            let browser = try await Browser.start(.phone)
            try await browser.setDark(false)
            try await browser.open(site.page("thread"))
            _ = try await browser.settled(
                """
                const prototype = document.querySelector('iframe').contentWindow.Node.prototype;
                const text = Object.getOwnPropertyDescriptor(prototype, 'textContent');
                window.reads = 0;
                Object.defineProperty(prototype, 'textContent', { ...text, get() { window.reads += 1; return text.get.call(this); } });
                """)
            // Another color scheme fits the mail again.
            try await browser.setDark(true)
            #expect(try await browser.becomesTrue("return window.reads >= \(count)"))
            #expect(try await browser.number("return window.reads") < Double(20 * count))
        }

        @Test("has many wide tables, whose buttons are placed after all places are known") func buttons() async throws {
            let row = "<tr>" + String(repeating: "<td>Characterisation</td>", count: 30) + "</tr>"
            let table = "<table border=1>\(row)\(row)</table>"
            let site = try await Site(messages: [message(String(repeating: table, count: 12))])
            let browser = try await Browser.start(.phone)
            try await browser.open(site.page("thread"))
            #expect(try await browser.number("return document.querySelectorAll('.enlarge').length") == 12)
            _ = try await browser.settled(
                """
                const view = document.querySelector('iframe').contentWindow, read = view.Element.prototype.getBoundingClientRect;
                window.order = '';
                view.Element.prototype.getBoundingClientRect = function() {
                  if (this.localName === 'fit-box') window.order += 'r';
                  return read.call(this);
                };
                for (const button of document.querySelectorAll('.enlarge')) {
                  const style = button.style;
                  Object.defineProperty(button, 'style', { get: () => new Proxy(style, {
                    get: (target, name) => target[name], set(target, name, value) { window.order += 'w'; target[name] = value; return true; },
                  }) });
                }
                const space = view.document.createElement('div');
                space.style.height = '50px';
                view.document.getElementById('content').prepend(space);
                """)
            #expect(try await browser.becomesTrue("return /w/.test(window.order)"))
            let turns = try await browser.number("return window.order.match(/wr/g)?.length ?? 0")
            #expect(turns <= 3)
        }

        @Test("has heights that add up, and scrolls in its frame") func heights() async throws {
            let high = String(repeating: "<div style='padding:1000px 0'>", count: 200) + "x"
            let site = try await Site(messages: [message(high), message("<p>Newest</p>")])
            let browser = try await Browser.start(.phone)
            try await browser.open(site.page("thread"))
            _ = try await browser.call("document.querySelector('#m1').scrollIntoView()")
            let sizes = try await browser.numbers(
                "const f = document.querySelector('#m1 iframe'); return [f.clientHeight, f.contentDocument.documentElement.scrollHeight]")
            try #require(sizes.count == 2)
            #expect(sizes[0] < 25_000)
            #expect(sizes[1] > 100_000)
        }
    }
}
