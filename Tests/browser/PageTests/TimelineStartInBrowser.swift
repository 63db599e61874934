import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser.Timeline {
    /// The head of a page and its cells, without bodies: what a slow line has brought at first.
    @Test("is placed before it is painted, and before its bodies are there", arguments: Screen.allCases) func placed(_ screen: Screen)
        async throws
    {
        let site = try await Site(messages: (1...40).map { message("<p>Body \($0)</p>" + String(repeating: "<p>Line</p>", count: $0 % 9)) })
        let text = try site.text("thread")
        let bodies = try #require(text.range(of: "<i data-for"))
        try Data(text[..<bodies.lowerBound].utf8).write(to: site.page("cut"))
        let script = try #require(text.range(of: "<script>", options: .backwards))
        try Data(text[..<script.lowerBound].utf8).write(to: site.page("early"))
        let browser = try await Browser.start(screen)
        try await browser.open(site.page("cut"))
        #expect(abs(try await browser.number("return document.querySelector('#m40').getBoundingClientRect().top")) <= 2)
        #expect(try await browser.flag("return getComputedStyle(document.querySelector('#m40')).visibility === 'visible'"))
        // Cells come before the script: until it has run, no message is painted. Bodies come behind it, the newest first.
        let order = text.matches(of: /<i data-for="(\d+)"/).compactMap { Int($0.1) }
        #expect(order == Array((1...40).reversed()))
        #expect(text.contains(".placing main { visibility: hidden; }"))
        let look = "window.early = getComputedStyle(document.querySelector('#m40')).visibility"
        let source = "document.addEventListener('readystatechange', () => { if (document.readyState === 'interactive') \(look); })"
        _ = try await browser.devTools("Page.addScriptToEvaluateOnNewDocument", ["source": source])
        try await browser.open(site.page("early"))
        #expect(try await browser.call("return window.early") as? String == "hidden")
        // Without the script at the end, the messages appear with the end of the page.
        #expect(try await browser.flag("return getComputedStyle(document.querySelector('#m40')).visibility === 'visible'"))
        try await browser.open(site.page("thread"))
        let shift = try #require(
            try await browser.callAsync(
                """
                const done = arguments[0];
                new PerformanceObserver(list => done(list.getEntries().reduce((sum, entry) => sum + entry.value, 0)))
                  .observe({ type: 'layout-shift', buffered: true });
                setTimeout(() => done(0), 1000);
                """) as? NSNumber)
        #expect(shift.doubleValue < 0.05)
    }

    @Test("has a pill that leads up to the earlier messages", arguments: Screen.allCases) func pill(_ screen: Screen) async throws {
        let site = try await Site(messages: (1...4).map { message("<p>Body \($0)</p>" + String(repeating: "<p>Line</p>", count: 40)) })
        let browser = try await Browser.start(screen)
        try await browser.open(site.page("thread"))
        let pill = "const p = document.querySelector('.pill'); return [p.hidden ? '' : p.innerText, p.hidden ? '' : p.ariaLabel];"
        for number in [3, 2, 1] {
            #expect(try await browser.strings(pill) == ["\(number) earlier", "\(number) earlier message\(number == 1 ? "" : "s")"])
            try await browser.press(".pill", on: screen)
            #expect(abs(try await browser.number("return document.querySelector('#m\(number)').getBoundingClientRect().top")) <= 2)
        }
        #expect(try await browser.strings(pill) == ["", ""])
    }

    @Test("leads from the first Tab to the newest message, and from the second back to the list", arguments: Screen.allCases)
    func tabs(_ screen: Screen) async throws {
        let site = try await Site(messages: (1...9).map { message("<p>Body \($0)</p>", isLoaded: $0 % 2 == 0) })
        let browser = try await Browser.start(screen)
        try await browser.open(site.page("thread"))
        try await browser.press("\u{E004}")
        let focus = "return document.activeElement.className + ' ' + document.activeElement.id"
        #expect(try await browser.call(focus) as? String == "skip ")
        let top = "return document.querySelector('#m9').getBoundingClientRect().top"
        #expect(abs(try await browser.number(top)) <= 2)
        try await browser.press("\u{E007}")
        #expect(try await browser.call(focus) as? String == "message m9")
        #expect(abs(try await browser.number(top)) <= 2)
        try await browser.reload()
        try await browser.press("\u{E004}\u{E004}")
        #expect(try await browser.call(focus) as? String == "back ")
        #expect(abs(try await browser.number(top)) <= 2)
    }

    @Test("shows names, initials, dates and attachments, and no sender where the data has none", arguments: Screen.allCases)
    func details(_ screen: Screen) async throws {
        var full = message("<p>x</p>", from: "Mira Kovač <mira@example.com>")
        full["date"] = "2026-05-01T10:00:00Z"
        full["attachments"] = [
            ["name": "Plan.pdf", "url": "https://files.example/plan.pdf", "size": 1_234_567],
            ["name": "<b>.txt", "url": "javascript:alert(1)"],
        ]
        let site = try await Site(messages: [full])
        let browser = try await Browser.start(screen)
        try await browser.open(site.page("thread"))
        #expect(
            try await browser.strings(
                "const h = document.querySelector('h2'); return [h.textContent, h.title, getComputedStyle(h, '::before').content.split(' /')[0]]"
            )
                == ["Mira Kovač", "mira@example.com", "\"MK\""])
        #expect(try await browser.flag("return /2026/.test(document.querySelector('time').textContent)"))
        #expect(
            try await browser.strings("return [...document.querySelectorAll('.files li')].map(e => e.innerText)") == [
                "Plan.pdf (1.2 MB)", "<b>.txt",
            ])
        #expect(
            try await browser.strings("return [...document.querySelectorAll('.files a')].map(e => e.href)") == [
                "https://files.example/plan.pdf"
            ])
        try await browser.expectOneScrollbar()
        let nameless = try await Site(messages: [["body": "<p>x</p>"], ["body": "y", "date": 0]])
        try await browser.open(nameless.page("thread"))
        #expect(try await browser.strings("return [...document.querySelectorAll('h2')].map(e => e.textContent)") == [])
        #expect(
            try await browser.strings("return [...document.querySelectorAll('iframe')].map(f => f.title)") == ["Message 1", "Message 2"])
    }
}
