import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser {
    @Suite("Search and filter in a browser", .serialized) struct Index {
        private static let shown = "return [...document.querySelectorAll('.cards > li:not([hidden]) a, .rows > li:not([hidden]) a')]"
        private static let names = shown + ".map(link => link.textContent.slice(8))"
        private static let results = "return document.querySelector('.results').textContent"
        private static let pressed = "return document.querySelector('[aria-pressed=true]').dataset.filter"

        /// What is cut: a page that scrolls sideways, and boxes that hide a part of their text. Previews of one line may end with an ellipsis.
        private static let cut = #"""
            const root = document.documentElement;
            return (root.scrollWidth > root.clientWidth ? [`page is ${root.scrollWidth} wide`] : []).concat(
              [...document.querySelectorAll('h1, h2, button, a, label, p, div')].filter(box => {
                const style = getComputedStyle(box);
                return box.clientWidth > 1 && style.overflowX !== 'visible' && style.textOverflow !== 'ellipsis'
                  && (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 2);
              }).map(box => `${box.localName}.${box.className} ${box.textContent.slice(0, 40)}`));
            """#

        /// The names of the entries that are shown. Unlike `strings`, it works in a browser without scripts, too.
        private static func listed(in browser: borrowing Browser) async throws -> [String] {
            try await browser.call(names) as? [String] ?? []
        }

        @Test("a filter shows one vertical, stays over a visit of an article, and goes with Back", arguments: Screen.allCases)
        func filters(_ screen: Screen) async throws {
            let site = try await ListSite.site(20)
            let browser = try await Browser.start(screen)
            try await browser.open(site.index)
            #expect(try await browser.strings(Self.names).count == 20)
            #expect(try await browser.call(Self.results) as? String == "")
            try await browser.press("[data-filter='public sector']", on: screen)
            #expect(try await browser.strings(Self.names) == ["1", "9", "13", "17"])
            #expect(try await browser.call(Self.results) as? String == "4 results")
            try await browser.press("[data-filter=retail]", on: screen)
            #expect(try await browser.strings(Self.names) == ["3", "4", "7", "8", "11", "12", "16", "19"])
            #expect(try await browser.call("return location.hash") as? String == "#vertical=retail")
            for isLink in [true, false] {
                try await browser.press("[id='p-s8.html'] a", on: screen)
                #expect(try await browser.becomesTrue("return document.title === 'Größe Nº8'"))
                if isLink { try await browser.press("a.back", on: screen) } else { try await browser.goBack() }
                #expect(try await browser.becomesTrue("return document.title === 'Case studies'"))
                #expect(try await browser.strings(Self.names).count == 8)
                #expect(try await browser.call(Self.pressed) as? String == "retail")
            }
            try await browser.goBack()
            #expect(try await browser.becomesTrue("return location.hash === '#vertical=public+sector'"))
            #expect(try await browser.strings(Self.names) == ["1", "9", "13", "17"])
            try await browser.goBack()
            #expect(try await browser.becomesTrue("return location.hash === ''"))
            #expect(try await browser.strings(Self.names).count == 20)
            try await browser.expectOneScrollbar()
        }

        @Test("a search finds words of title, teaser, client and vertical without case and accents, by keyboard alone")
        func searches() async throws {
            let site = try await ListSite.site(20)
            let browser = try await Browser.start(.desktop)
            try await browser.open(site.index)
            try await browser.tab(to: "#search")
            for (words, names, text) in [
                ("GROSSE teaser 20", ["20"], "1 result"), ("media", ["2", "6", "14", "18"], "4 results"),
                ("client 1  retail", ["4", "7", "11", "12", "16", "19"], "6 results"), ("nothing", [], "No results"),
            ] {
                _ = try await browser.call("document.activeElement.select()")
                try await browser.press(words)
                #expect(try await browser.becomesTrue(Self.results + " === '\(text)'"), "\(words)")
                #expect(try await browser.strings(Self.names) == names, "\(words)")
            }
            try await browser.reload()
            #expect(try await browser.call("return document.querySelector('#search').value") as? String == "nothing")
            #expect(try await browser.strings(Self.names) == [])
        }

        @Test("search and filter go together, also in an address that a reader was given") func address() async throws {
            let site = try await ListSite.site(20)
            let browser = try await Browser.start(.phone)
            let all = (1...20).map(String.init)
            let states: [(state: String, names: [String])] = [
                ("vertical=retail&q=client+1", ["4", "7", "11", "12", "16", "19"]),
                ("vertical=%3Cb%3E&q=1&q=2", ["1", "4", "7", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19"]),
                ("q=%E0%A4%A&vertical=__proto__", []), ("content", all), ("p-s3.html", all),
            ]
            for (state, names) in states {
                try await browser.open(#require(URL(string: site.index.absoluteString + "?\(names.count)#" + state)))
                #expect(try await browser.strings(Self.names) == names, "\(state)")
            }
        }

        @Test("a long index leads to its pages, its verticals and its search, also without scripts", arguments: [true, false])
        func longIndex(_ hasScripts: Bool) async throws {
            let site = try await ListSite.site(450)
            let browser = try await Browser.start(.phone)
            try await browser.setScripts(hasScripts)
            try await browser.open(site.index)
            #expect(try await Self.listed(in: browser).count == 200)
            try await browser.click("a[rel=next]")
            #expect(try await browser.becomesTrue("return document.title === 'Case studies (2/3)'"))
            #expect(try await Self.listed(in: browser).first == "201")
            try await browser.click("[id='p-s202.html'] a")
            try await browser.click("a.back")
            #expect(try await browser.becomesTrue("return document.title === 'Case studies (2/3)'"))
            try await browser.click(".filter li:nth-child(3) a")
            #expect(try await browser.becomesTrue("return document.title === 'Case studies: Public Sector'"))
            #expect(try await Self.listed(in: browser).count == 90)
            try await browser.click("[id='p-s201.html'] a")
            try await browser.click("a.back")
            // With scripts, the way back leads to the list from which the reader came.
            let list = hasScripts ? "Case studies: Public Sector" : "Case studies (2/3)"
            #expect(try await browser.becomesTrue("return document.title === '\(list)'"))
            try await browser.click(".tools .wide")
            #expect(try await browser.becomesTrue("return document.title === 'Case studies: All'"))
            #expect(try await Self.listed(in: browser).count == 450)
            guard hasScripts else {
                #expect(try await browser.call("return location.hash") as? String == "#search")
                return
            }
            #expect(try await browser.becomesTrue("return document.activeElement.id === 'search'"))
            try await browser.press("media 44")
            #expect(try await browser.becomesTrue(Self.results + " === '2 results'"))
            #expect(try await Self.listed(in: browser) == ["442", "446"])
        }

        @Test("nothing is cut and nothing scrolls sideways at 320 px and with text of twice the size", arguments: ["en", "ar"])
        func reflow(_ language: String) async throws {
            let browser = try await Browser.start(.phone)
            for content in SpokenContent.allCases {
                let site = try await content.site(language)
                for (width, size) in [(320, "100%"), (390, "200%"), (1280, "200%")] {
                    try await browser.setViewport(width: width, height: 800, isPhone: false)
                    for name in content.kindsOfPages {
                        try await browser.open(site.page(name))
                        _ = try await browser.call("document.documentElement.style.fontSize = '\(size)'")
                        let wide = try await browser.strings(Self.cut)
                        #expect(wide == [], "\(name) of \(content) at \(width) px, \(size)")
                    }
                }
            }
        }
    }
}
