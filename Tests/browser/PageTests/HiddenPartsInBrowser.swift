import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser.BodyPages {
    @Test("hides what the mail hides", arguments: Screen.allCases) func hidden(_ screen: Screen) async throws {
        let site = try await Self.site([
            "<table style='display:none'><tr><td>Hidden</td></tr></table><p>Shown</p>",
            "<style>.pre{display:none!important}</style><table class=pre><tr><td>Hidden</td></tr></table><p>Shown</p>",
            "<style>.pre{display:none}</style><table><tr class=pre><td>Hidden</td></tr><tr hidden><td>Hidden</td></tr><tr><td class=pre>Hidden</td><td>Shown</td></tr></table>",
            "<style>@media(max-width:2000px){.hide{display:none!important}}</style><table><tbody class=hide><tr><td>Hidden</td></tr></tbody></table><table class=hide><tr><td>Hidden</td></tr></table><p>Shown</p>",
            "<table hidden border=1><tr><th>Hidden</th></tr></table><table style='display:none' border=1><tr><th>Hidden</th></tr></table><p>Shown</p>",
            "<div style='height:0;overflow:hidden'>Hidden</div><p>Shown</p>",
        ])
        let browser = try await Browser.start(screen)
        for number in 1...6 {
            try await browser.open(site.page("thread/m\(number)"))
            #expect(try await browser.strings("return [document.querySelector('main').innerText.trim()]") == ["Shown"], "message \(number)")
        }
    }

    @Test("keeps the columns of tables with data, whose borders are styles", arguments: Screen.allCases)
    func data(_ screen: Screen) async throws {
        let row = "<tr>" + (1...12).map { "<td style='border:1px solid'>Value \($0)</td>" }.joined() + "</tr>"
        let site = try await Self.site(["<table style='border-collapse:collapse'>\(String(repeating: row, count: 5))</table>"])
        let browser = try await Browser.start(screen)
        try await browser.open(site.page("thread/m1"))
        let lines =
            "return [...document.querySelectorAll('tr')].map(row => new Set([...row.cells].map(cell => cell.getBoundingClientRect().top)).size)"
        #expect(try await browser.numbers(lines) == [1, 1, 1, 1, 1])
        #expect(try await browser.flag("return document.documentElement.scrollWidth <= innerWidth"))
    }

    @Test("leaves room for the markers of lists, with scripts and without", arguments: Screen.allCases)
    func markers(_ screen: Screen) async throws {
        let list = "<ul><li>One</li></ul><ol start=100><li>Two</li></ol>"
        let site = try await Self.site([
            String(repeating: "<table cellpadding=30><tr><td>", count: 8) + list, String(repeating: "<blockquote>", count: 12) + list,
            String(repeating: "<ul><li>Deep", count: 30),
        ])
        let browser = try await Browser.start(screen)
        // The space beside the first list, and beside the deepest one if its markers stand beside the text.
        let space = #"""
            const lists = [...mail.querySelectorAll('ul, ol')], view = mail.defaultView;
            return [lists[0], lists.at(-1)].map(list => view.getComputedStyle(list)).map(style =>
              style.listStylePosition === 'inside' ? 99 : parseFloat(style.paddingLeft));
            """#
        for number in 1...3 {
            try await browser.open(site.page("thread/m\(number)"))
            #expect(try await browser.numbers("const mail = document; \(space)").allSatisfy { $0 >= 20 }, "page of message \(number)")
        }
        try await browser.open(site.page("thread"))
        for number in 1...3 {
            _ = try await browser.call("document.querySelector('#m\(number)').scrollIntoView()")
            let spaces = try await browser.settled("const mail = document.querySelector('#m\(number) iframe').contentDocument; \(space)")
            let widths = (spaces as? [NSNumber])?.map(\.doubleValue) ?? []
            // Numbers of three digits are wider than bullets.
            #expect(widths.count == 2 && widths[0] >= 20 && widths[1] >= (number == 3 ? 20 : 30), "message \(number): \(widths)")
        }
    }
}
