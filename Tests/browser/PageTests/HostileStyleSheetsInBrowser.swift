import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser {
    @Suite("Hostile style sheets in a browser", .serialized) struct HostileStyles {
        private static let content =
            "<p class=x id=x title=x>Text <a href='https://evil.example/'>a link</a> <img alt=i width=50 src='https://evil.example/i.png'></p><ul><li>b</ul>"

        @Test(
            "fetch nothing, stay in their message, and run nothing", .startsInPageTurn, .timeLimit(.minutes(5)), arguments: Screen.allCases)
        func stay(_ screen: Screen) async throws {
            #expect(HostileStyleSheets.all.count >= 100)
            let bodies = HostileStyleSheets.all.map { "<style>\($0)</style>\(Self.content)" }
            let server = try ImageServer()
            let site = try await Site(messages: bodies.map { message($0) })
            let browser = try await Browser.start(screen, remote: server.port)
            let address = site.page("thread")
            try await browser.open(address)
            var seen: Set<Int> = []
            while let next = (1...bodies.count).first(where: { !seen.contains($0) }) {
                _ = try await browser.call("scrollTo(0, document.querySelector('#m\(next)').getBoundingClientRect().top + scrollY)")
                let shown = try await browser.numbers(Self.numbers)
                let faults = try await browser.strings(Self.faults)
                #expect(faults == [], "around \(HostileStyleSheets.all[next - 1].prefix(200))")
                #expect(shown.contains(Double(next)))
                seen.formUnion(shown.map { Int($0) } + [next])
            }
            #expect(try await browser.dialog() == nil)
            #expect(try await browser.call("return [document.title, location.href]") as? [String] == ["A thread", address.absoluteString])
            #expect(server.requests == [])
        }

        @Test("are noticed where nothing holds them: the test can fail", .startsInPageTurn, .timeLimit(.minutes(5)))
        func notices() async throws {
            let server = try ImageServer()
            let browser = try await Browser.start(.desktop, remote: server.port)
            let folder = try ScratchFolder()
            let frame = """
                <!doctype html><style>@keyframes k{to{opacity:.5}} p{position:fixed;animation:k 9s infinite;background:url(http://evil.example/a.png)}
                </style><body><div id=content><p>x
                """
            try folder.write(
                "<!doctype html><div class=message id=m1 style='width:90px'><h2>a</h2><iframe width=300 height=99 style='position:absolute;top:0' "
                    + "srcdoc=\"\(frame)\"></iframe></div>", to: "page.html")
            try await browser.open(folder.file("page.html"))
            let faults = try await browser.strings(Self.faults)
            for fault in ["1: leaves its cell", "1: covers its heading", "1: P position fixed", "1: P backgroundImage", "1: animations"] {
                #expect(faults.contains { $0.hasPrefix(fault) }, "\(fault) in \(faults)")
            }
            #expect(server.requests == ["a.png"])
        }

        private static let numbers =
            "return [...document.querySelectorAll('iframe')].map(frame => +frame.closest('.message').id.slice(1))"

        /// What is wrong with the messages that are live.
        private static let faults = #"""
            const faults = [];
            const allowed = {
              position: ['static'], zIndex: ['auto'], transform: ['none'], translate: ['none'], rotate: ['none'], scale: ['none'],
              animationName: ['none'], filter: ['none'], backdropFilter: ['none'], boxShadow: ['none'], textShadow: ['none'],
              pointerEvents: ['auto'], cursor: ['auto', 'pointer', 'zoom-in'], listStyleImage: ['none'], borderImageSource: ['none'], maskImage: ['none'],
              clipPath: ['none'], overflowY: ['visible', 'hidden', 'clip'], willChange: ['auto'], transitionDuration: ['0s'],
            };
            const expected = { html: { overflowY: 'hidden' }, body: { marginTop: '0px', display: 'block' }, '#content': { display: 'flow-root' } };
            for (const frame of document.querySelectorAll('iframe')) {
              const message = frame.closest('.message'), inner = frame.contentDocument, view = frame.contentWindow;
              const fault = text => faults.push(message.id.slice(1) + ': ' + text);
              const cell = message.getBoundingClientRect(), own = frame.getBoundingClientRect();
              if (own.left < cell.left || own.right > cell.right || own.top < cell.top || own.bottom > cell.bottom) fault('leaves its cell');
              if (own.height > 30000) fault('is ' + own.height + ' high');
              const head = message.querySelector('h2').getBoundingClientRect();
              const top = document.elementFromPoint(head.left + 3, head.top + head.height / 2);
              if (top && top.closest('iframe')) fault('covers its heading');
              if (inner.getAnimations().length) fault('animations');
              for (const [selector, values] of Object.entries(expected)) {
                const style = inner.querySelector(selector) && view.getComputedStyle(inner.querySelector(selector));
                for (const name in values) if (style && style[name] !== values[name]) fault(`${selector} ${name} ${style[name]}`);
              }
              for (const element of inner.querySelectorAll('body *')) {
                const style = view.getComputedStyle(element);
                for (const name in allowed)
                  if (!allowed[name].includes(style[name])) fault(`${element.tagName} ${name} ${style[name]}`);
                if (style.backgroundImage.includes('url')) fault(`${element.tagName} backgroundImage`);
                for (const pseudo of ['::before', '::after'])
                  if (!['none', 'normal'].includes(view.getComputedStyle(element, pseudo).content)) fault(element.tagName + pseudo);
                for (const type of ['mouseover', 'mousedown', 'focus', 'load', 'toggle', 'animationstart']) element.dispatchEvent(new Event(type));
              }
              const quoted = inner.querySelector('#quoted');
              if (quoted?.hidden && view.getComputedStyle(quoted).display !== 'none') fault('shows what is quoted');
              for (const sheet of inner.styleSheets) {
                const texts = [...sheet.cssRules].flatMap(rule => rule.cssRules?.length ? [...rule.cssRules] : [rule]);
                if (sheet.ownerNode.closest('#own') && texts.some(rule => rule.selectorText && !rule.selectorText.startsWith(':where(#own, #quoted)')))
                  fault('has a rule without scope');
              }
            }
            return faults;
            """#
    }
}
