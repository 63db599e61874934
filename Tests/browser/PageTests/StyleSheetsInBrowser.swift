import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser {
    @Suite("Style sheets in a browser", .serialized) struct StyleSheets {
        @Test(
            "hold no rule and no declaration that it does not know", .startsInPageTurn, .timeLimit(.minutes(5)),
            arguments: [SiteContent.sampleStudies, .sampleThreads])
        func areKnown(_ content: SiteContent) async throws {
            let site = try await content.site()
            let browser = try await Browser.start(.desktop)
            try await browser.open(#require(site.pages.first))
            let unknown = try await browser.strings("const texts = \(Self.texts);" + Self.unknown)
            #expect(unknown == [])
        }

        @Test("are noticed where they do: the test can fail", .startsInPageTurn, .timeLimit(.minutes(5))) func notices() async throws {
            let browser = try await Browser.start(.desktop)
            let wrong = "const texts = ['p:foo { color: red } @media print { p { colour: red; width: 1 2; margin: 0 } }'];"
            #expect(try await browser.strings(wrong + Self.unknown) == ["2 of 3 rules", "colour: red", "width: 1 2"])
        }

        /// Two style sheets: that of the page, and that of the frames with mail.
        private static let texts =
            "[document.querySelector('style').textContent, document.querySelector('[data-style]')?.dataset.style ?? '']"

        private static let unknown = #"""
            return texts.flatMap(text => {
              const sheet = new CSSStyleSheet();
              sheet.replaceSync(text);
              const count = rules => [...rules].reduce((sum, rule) => sum + 1 + count(rule.cssRules ?? []), 0);
              const wanted = text.split('{').length - 1, known = count(sheet.cssRules);
              const declarations = [...text.matchAll(/([\w-]+):\s*([^;{}]+)(?=[;}])/g)];
              return (known === wanted ? [] : [`${known} of ${wanted} rules`]).concat(declarations
                .filter(([, name, value]) => !CSS.supports(name, value.replace('!important', ''))).map(([whole]) => whole.trim()));
            });
            """#
    }
}
