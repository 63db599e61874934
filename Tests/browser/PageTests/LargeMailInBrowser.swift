import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser {
    @Suite("Mail of many elements in a browser", .serialized) struct LargeMail {
        private static let image = "<img alt='A harbour' src='http://x.example/a.png' width=50 height=50>"

        @Test("has words for all of its waiting images") func images() async throws {
            let site = try await Site(messages: [message(String(repeating: Self.image, count: 2_500))])
            let browser = try await Browser.start(.phone)
            try await browser.open(site.page("thread"))
            #expect(
                try await browser.becomesTrue(
                    """
                    const mail = document.querySelector('iframe:not(.coming)')?.contentDocument;
                    return mail?.querySelectorAll('[data-waiting]').length === 2500;
                    """))
        }

        @Test("has words for all images that fail, and loads those that the reader asks for") func failures() async throws {
            let server = try ImageServer { _ in nil }
            let site = try await Site(messages: [message(String(repeating: Self.image, count: 300))])
            let browser = try await Browser.start(.phone, remote: server.port)
            try await browser.open(site.page("thread"))
            #expect(try await browser.becomesTrue("return document.querySelectorAll('.controls button').length === 1"))
            #expect(server.requests == [])
            try await browser.click(".controls button")
            let words = "return document.querySelector('iframe').contentDocument.querySelectorAll('img[data-failed]').length === 300"
            #expect(try await browser.becomesTrue(words))
            let count = "return document.querySelector('iframe').contentDocument.querySelectorAll('[data-waiting]').length"
            #expect(try await browser.number(count) == 300)
        }

        /// Elements without text, and of little markup.
        static let repeated = ["<br>", "<img>", "<p></p>", "<b></b><i></i>"]

        @Test("comes in batches of few elements, although it has no text", arguments: repeated)
        func batches(_ markup: String) async throws {
            let site = try await Site(messages: [message("<p>Above</p>" + String(repeating: markup, count: 15_000))])
            let browser = try await Browser.start(.phone)
            try await browser.open(site.page("thread"))
            #expect(
                try await browser.becomesTrue(
                    "return document.querySelector('iframe:not(.coming)')?.contentDocument.body.innerText.startsWith('Above')"))
            #expect(
                try await browser.becomesTrue(
                    "return document.querySelector('iframe').contentDocument.querySelectorAll('#own *').length > 15000"))
            let most = try await browser.call(
                """
                const batches = [...document.querySelector('iframe').contentDocument.querySelectorAll('fit-batch')];
                return Math.max(...batches.map(batch => batch.querySelectorAll('*').length));
                """)
            #expect(((most as? NSNumber)?.intValue ?? .max) <= 2_000)
        }
    }
}
