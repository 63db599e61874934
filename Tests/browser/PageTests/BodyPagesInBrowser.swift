import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser {
    @Suite("The page of one body", .serialized) struct BodyPages {
        private static let theme =
            ##"{"colors":{"light":{"paper":"#eef3f4","accent":"#0b5c63"},"dark":{"paper":"#0b1a20","accent":"#7fd6d3"}}}"##

        static func site(_ bodies: [String]) async throws -> Site {
            let thread = ["slug": "thread", "subject": "A thread", "messages": bodies.map { message($0) }] as [String: Any]
            let pipeline = """
                { "parameters": { "from": {}, "to": {} }, "source": { "type": "json", "from": { "$param": "from" } },
                  "sinks": [ { "type": "site", "to": { "$param": "to" }, "theme": \(theme) } ] }
                """
            return try await Site(pipeline, String(decoding: JSONSerialization.data(withJSONObject: thread), as: UTF8.self))
        }

        @Test("keeps its own controls in front of the mail", arguments: Screen.allCases)
        func controls(_ screen: Screen) async throws {
            let cover = "<a href='https://evil.example/' style='font-size:300px;line-height:0'>█████████</a>"
            let quote = "<div class=gmail_quote><div>On Mon, a@b.example wrote:</div><blockquote>No?</blockquote></div>"
            let site = try await Self.site(["\(cover)<p>Yes.</p>\(quote)", "<p>Yes.</p>\(cover)\(quote)"])
            let browser = try await Browser.start(screen)
            for number in 1...2 {
                try await browser.open(site.page("thread/m\(number)"))
                let covered = try await browser.strings(
                    #"""
                    const controls = [...document.querySelectorAll('body > header a, body > header h1, summary')];
                    return controls.length < 3 ? ['a control is missing'] : controls.filter(control => {
                      control.scrollIntoView({ block: 'center' });
                      const box = control.getBoundingClientRect();
                      return ![.1, .5, .9].every(part => control.contains(
                        document.elementFromPoint(box.left + Math.min(box.width, innerWidth - box.left) * part, box.top + box.height * part)));
                    }).map(control => control.outerHTML);
                    """#)
                #expect(covered == [])
                let isClipped =
                    "const link = document.querySelector('main a'), main = document.querySelector('main').getBoundingClientRect();"
                    + "return link.getBoundingClientRect().top < main.top && getComputedStyle(document.querySelector('main')).overflowY === 'clip'"
                if number == 1 { #expect(try await browser.flag(isClipped)) }
            }
        }

        @Test("has readable text, the icon and the colors of the site, and no scrollbar", arguments: DisplaySettings.all)
        func look(_ settings: DisplaySettings) async throws {
            let words = "The quarterly report of the lighthouse keepers is ready."
            let site = try await Self.site([
                "<p style='font-size:8px;line-height:9px'>\(words) <span style='font-size:60%'>\(words)</span> <small>\(words)</small></p>",
                "<div style='background:url(x.jpg);color:#fff'>\(words)</div><font size=1>\(words)</font>",
                "<div style='font-size:0'>hidden <b style='font-size:90%'>hidden</b></div><p>\(words)</p>",
                "<style>.s{font:7pt/8pt Arial}</style><p class=s>\(words)</p><table width=900><tr><td width=900>\(words)</td></tr></table>"
                    + "<table width=900><tr>" + String(repeating: "<td width=300 nowrap>Characterisation</td>", count: 6) + "</tr></table>",
            ])
            let browser = try await settings.browser()
            for number in 1...4 {
                try await browser.open(site.page("thread/m\(number)"))
                let sizes = try await browser.numbers(
                    #"""
                    const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT), sizes = [];
                    while (walker.nextNode())
                      if (/\S/.test(walker.currentNode.data) && !walker.currentNode.parentElement.closest('style'))
                        sizes.push(parseFloat(getComputedStyle(walker.currentNode.parentElement).fontSize));
                    return sizes;
                    """#)
                #expect(!sizes.isEmpty && sizes.allSatisfy { $0 > 10.99 || number == 3 && $0 == 0 }, "\(sizes)")
                #expect(try await browser.flag("return document.documentElement.scrollWidth <= innerWidth"))
                #expect(try await browser.flag("return document.querySelector('link[rel=icon]').href.startsWith('data:')"))
                let paper = settings.isDark ? "rgb(11, 26, 32)" : "rgb(238, 243, 244)"
                #expect(try await browser.strings("return [getComputedStyle(document.body).backgroundColor]") == [paper])
            }
            try await browser.open(site.page("thread/m2"))
            #expect(try await browser.strings("return [getComputedStyle(document.querySelector('#own div')).color]") == ["rgb(28, 30, 33)"])
        }
    }
}
