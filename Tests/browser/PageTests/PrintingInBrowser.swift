import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser {
    @Suite("Pages on paper", .serialized) struct Printing {
        private static let words = String(repeating: "Words that fill lines on paper and on the screen. ", count: 12)

        @Test("frames are laid out for paper so that none is too low there") func frames() async throws {
            let body = String(repeating: Self.words, count: 5)
            let site = try await Site(messages: [message("<p>\(body)</p>"), message("<p>\(body)</p>")])
            let browser = try await Browser.start(.desktop)
            try await browser.open(site.page("thread"))
            let height = "return document.querySelector('#m2 iframe').clientHeight"
            let onScreen = try await browser.number(height)
            _ = try await browser.call("dispatchEvent(new Event('beforeprint'))")
            #expect(try await browser.number("return Math.round(document.querySelector('main').clientWidth / 96 * 25.4)") == 170)
            #expect(try await browser.number(height) > onScreen)
            try await browser.expectFramesFit()
            _ = try await browser.call("dispatchEvent(new Event('afterprint'))")
            #expect(try await browser.number(height) == onScreen)
        }

        @Test("each page of a thread of 2,000 messages has every open body and no gaps") func longThread() async throws {
            let messages = (1...2_000).map { number in
                // The last message but one is higher than a page; every hundredth message is closed.
                let text = number == 1_999 ? String(repeating: Self.words, count: 20) : Self.words
                return message(
                    "<p>Message \(number) begins.</p>\n<p>\(text)</p><p>It <b>ends</b>.</p>", blurb: "Blurb \(number)",
                    isLoaded: number % 100 != 0 || number == 2_000)
            }
            let site = try await Site(messages: messages)
            let browser = try await Browser.start(.desktop)
            try await browser.open(site.page("thread"))
            _ = try await browser.settled("return 0")
            _ = try await browser.call("dispatchEvent(new Event('beforeprint'))")
            _ = try await browser.devTools("Emulation.setEmulatedMedia", ["media": "print"])
            let wrong = #"""
                return [...document.querySelectorAll('.message')].flatMap(cell => {
                  const frame = cell.querySelector('iframe'), isFrame = frame?.offsetHeight > 0;
                  const text = (isFrame ? frame.contentDocument.body : cell.querySelector('.body, .blurb')).innerText;
                  const number = +cell.id.slice(1), isClosed = number % 100 === 0 && number < 2000;
                  const isWhole = isClosed ? text.includes('Blurb ' + number)
                    : text.startsWith('Message ' + number + ' begins.\n\nWords') && /\n\nIt ends\.$/.test(text.trim());
                  // A line of this text is 24 px high and has 60 characters or more.
                  const most = Math.ceil(text.length / 60) * 24 + 200;
                  const isCut = isFrame && frame.offsetHeight > 900;
                  return isWhole && cell.offsetHeight < most && !isCut ? [] : [number + ' ' + cell.offsetHeight + ' ' + text.slice(0, 40)];
                });
                """#
            #expect(try await browser.call(wrong) as? [String] == [])
            _ = try await browser.devTools("Emulation.setEmulatedMedia", ["media": ""])
            _ = try await browser.call("dispatchEvent(new Event('afterprint'))")
            #expect(try await browser.flag("return !document.querySelector('.printout') && !document.querySelector('.printing')"))
            // About three messages fit on a page.
            #expect((50...90).contains(try await browser.printedPages()))
            #expect(abs(try await browser.number("return document.querySelector('#m2000').getBoundingClientRect().top")) <= 2)
        }

        @Test("mail without a frame keeps its lines, its preformatted text and the names of its images") func text() async throws {
            let bodies = [
                "<div>One<br>two</div><div>three</div>", "<ul>\n<li>a</li>\n<li>b</li></ul><p>c", "<pre>x\n  y</pre>", "plain\n  text",
                "<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>",
                "<p>See <img src='https://example.com/i.png' alt='Map'></p>",
                "<script>alert(1)</script><p>&lt;b&gt; is text</p>",
            ]
            let filler = Array(repeating: message(String(repeating: "<p>\(Self.words)</p>", count: 20)), count: 6)
            let site = try await Site(messages: bodies.map { message($0) } + filler)
            let browser = try await Browser.start(.desktop)
            try await browser.open(site.page("thread"))
            #expect(try await browser.flag("return !document.querySelector('#m7 iframe')"))
            _ = try await browser.call("dispatchEvent(new Event('beforeprint'))")
            #expect(
                try await browser.strings("return [...document.querySelectorAll('.printout')].slice(0, 7).map(e => e.textContent)") == [
                    "One\ntwo\nthree", "a\nb\n\nc", "x\n\u{A0}\u{A0}y", "plain\n\u{A0}\u{A0}text", "1 2\n3", "See [Map]", "<b> is text",
                ])
        }

        @Test("an article has all its images, also those that wait until they come near") func article() async throws {
            let server = try ImageServer()
            let elements: [Any] = (1...8).flatMap { number -> [Any] in
                ["Text", ["image_url": server.address("\(number).svg")]] + Array(repeating: Self.words, count: 8)
            }
            let study: [String: Any] = [
                "id": 1, "title": "A study", "teaser": "t", "hero_image": server.address("hero.svg"),
                "sections": [["title": "Section", "body_elements": elements]],
            ]
            let text = String(decoding: try JSONSerialization.data(withJSONObject: ["case_studies": [study]]), as: UTF8.self)
            let site = try await Site("site-case-studies", text)
            let browser = try await Browser.start(.desktop)
            try await browser.open(site.page("1-a-study"))
            #expect(!server.requests.contains("8.svg"))
            #expect((15...30).contains(try await browser.printedPages()))
            #expect(Set(server.requests).isSuperset(of: ["hero.svg"] + (1...8).map { "\($0).svg" }))
        }
    }
}

extension Browser {
    /// Prints the page to a PDF and counts the PDF's pages.
    fileprivate func printedPages() async throws -> Int {
        let answer = try await devTools("Page.printToPDF", ["paperWidth": 8.27, "paperHeight": 11.69]) as? [String: Any]
        let file = Data(base64Encoded: answer?["data"] as? String ?? "") ?? Data()
        return String(decoding: file, as: Unicode.ASCII.self).matches(of: /\/Type \/Page\b/).count
    }
}
