import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser {
    @Suite("The list of threads in a browser", .serialized) struct ThreadList {
        private static let subject = "Order 4711: the blue one, please, and the question of the courier"
        private static let unread = "return [...document.querySelectorAll('.unread')].filter(e => e.getBoundingClientRect().width).length"
        private static let bold = "return document.querySelectorAll('h2.new').length"

        /// Two unread threads of two messages each.
        private static func site() async throws -> Site {
            let threads = ["a", "b"].map { id -> [String: Any] in
                let messages = (1...2).map { number in
                    message("<p>Body \(number)</p>", from: "Mira <mira@x.example>").merging(["date": "2019-05-0\(number)T12:00:00Z"]) { $1 }
                }
                return ["id": id, "subject": id == "a" ? subject : "Other", "read": false, "messages": messages]
            }
            let data = try JSONSerialization.data(withJSONObject: ["conversations": threads])
            return try await Site("site-threads", String(decoding: data, as: UTF8.self))
        }

        @Test("marks a thread as read once its newest message was seen, and remembers that", .startsInPageTurn, arguments: Screen.allCases)
        func reading(_ screen: Screen) async throws {
            let site = try await Self.site()
            let browser = try await Browser.start(screen)
            try await browser.open(site.index)
            #expect(try await browser.becomesTrue("return document.querySelector('.rows time').textContent === 'May 2, 2019'"))
            #expect(try await browser.call(Self.unread) as? Int == 2)
            try await browser.press("[id='p-a.html'] a", on: screen)
            #expect(try await browser.becomesTrue("return !!document.querySelector('#m2 iframe:not(.coming)')"))
            try await browser.goBack()
            #expect(try await browser.becomesTrue("return document.title === 'Conversations'"))
            #expect(try await browser.becomesTrue("return document.querySelectorAll('.unread:not([hidden])').length === 1"))
            #expect(try await browser.call(Self.unread) as? Int == 1)
            #expect(try await browser.call(Self.bold) as? Int == 1)
            try await browser.reload()
            #expect(try await browser.call(Self.unread) as? Int == 1)
            // A message that came later is unread again.
            let grown = try String(contentsOf: site.index, encoding: .utf8).replacing(#"data-newest="2""#, with: #"data-newest="3""#)
            try Data(grown.utf8).write(to: site.index)
            try await browser.open(site.index)
            #expect(try await browser.call(Self.unread) as? Int == 2)
        }

        @Test("keeps its marks whatever another page has stored", .startsInPageTurn, .timeLimit(.minutes(5))) func poisoned() async throws {
            let site = try await Self.site()
            let browser = try await Browser.start(.desktop)
            for stored in PoisonedStorage.stored {
                try await browser.open(site.index)
                let keys = "['a', 'b'].map(name => 'tabpipe:thread:' + location.pathname.replace('index.html', name + '.html'))"
                _ = try await browser.call(
                    "localStorage.clear(); for (const key of \(keys)) localStorage.setItem(key, arguments[0])", [stored])
                try await browser.reload()
                #expect(try await browser.call(Self.unread) as? Int == 2, "\(stored.prefix(60))")
                #expect(
                    try await browser.becomesTrue("return document.querySelector('.rows time').textContent === 'May 2, 2019'"),
                    "\(stored.prefix(60))")
            }
        }

        @Test("leads to a thread whose subject is there in full on a telephone", .startsInPageTurn) func subject() async throws {
            let site = try await Self.site()
            let browser = try await Browser.start(.phone)
            try await browser.open(site.page("a"))
            for width in [360, 390, 412] {
                try await browser.setViewport(width: width, height: 800, isPhone: true)
                let isWhole = """
                    const name = document.querySelector('.bar .name');
                    return name.clientHeight > 0 && name.scrollHeight <= name.clientHeight + 1 && name.scrollWidth <= name.clientWidth;
                    """
                #expect(try await browser.call(isWhole) as? Bool == true, "\(width) px")
            }
        }

        @Test("leads to threads with the images that came as attachments", .startsInPageTurn, arguments: Screen.allCases)
        func attachedImages(_ screen: Screen) async throws {
            let dot = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
            let body = message("<p>Logo: <img src='cid:logo@1' alt=Logo width=40 height=40> <img src='cid:none' alt=None></p>")
            let attachments = [
                ["name": "logo.gif", "content_id": "<logo@1>", "url": dot], ["name": "a.pdf", "url": "https://x.example/a.pdf"],
            ]
            let site = try await Site(messages: [body.merging(["attachments": attachments]) { $1 }])
            let browser = try await Browser.start(screen)
            try await browser.open(site.page("thread"))
            let widths =
                "return [...document.querySelector('#m1 iframe:not(.coming)')?.contentDocument.images ?? []].map(e => e.naturalWidth).join()"
            #expect(try await browser.becomesTrue("return (() => { \(widths) })() === '1,0'"))
            #expect(try await browser.strings("return [...document.querySelectorAll('.files li')].map(e => e.textContent)") == ["a.pdf"])
            try await browser.open(site.page("thread/m1"))
            #expect(try await browser.becomesTrue("return document.images[0].naturalWidth === 1"))
            #expect(try await browser.call("return document.querySelector('img[alt=None]').getAttribute('src')") is NSNull)
        }
    }
}
