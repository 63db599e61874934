import Foundation
import HTMLParsing
import HTMLWriting
import TestSupport
import Testing

@Suite(
    "Markdown of payloads in a browser", .needs(Browser.isAvailable, Browser.reasonForSkipping),
    .needs(SharedData.exists("sanitiser"), "needs the shared test data"),
    .needs(MarkdownReader.gitHub != nil, "needs cmark-gfm"), .serialized)
struct RawHTMLInBrowserTests {
    private struct Payload: Decodable {
        let index: Int
        let payload: String
    }

    @Test("runs nothing, clicked or not, whatever raw_html says")
    func runsNothing() async throws {
        let payloads = try JSONDecoder().decode([Payload].self, from: SharedData.read("sanitiser/cases.json"))
        let reader = try #require(MarkdownReader.gitHub)
        var names: [String] = []
        var pages: [String] = []
        for policy in MarkdownOptions.RawHTMLPolicy.allCases {
            var options = MarkdownOptions()
            options.rawHTML = policy
            for payload in payloads {
                names.append("\(policy.rawValue) \(payload.index)")
                pages.append(try await reader.html(MarkdownWriter(options: options).string(of: HTMLDocument(parsing: payload.payload))))
            }
        }
        let findings = try await findings(in: pages)
        #expect(findings.count == pages.count)
        for (name, finding) in zip(names, findings) { #expect(finding == [], "\(name)") }
    }

    @Test("is noticed where it runs: the test can fail")
    func notices() async throws {
        let pages = [
            "<script>1</script>", "<img src=x onerror=1>", "<a href='java\tscript:1'>a</a>",
            "<form action=javascript:1><button>a</button></form>",
            "<svg><a xlink:href=javascript:1><text>a</text></a></svg>", "<iframe srcdoc='<script>1</script>'></iframe>",
            "<b onclick=1>a</b>",
        ]
        for (page, finding) in zip(pages, try await findings(in: pages)) { #expect(finding != [], "\(page)") }
        #expect(try await findings(in: ["<p style='color:red'>a<a href='https://a.invalid/'>b</a>"]) == [[]])
    }

    /// The scripts that each page tries to run while the browser shows it and clicks every element.
    private func findings(in pages: [String]) async throws -> [[String]] {
        let folder = try ScratchFolder()
        try folder.write("<!doctype html><meta charset=utf-8><title>Payloads</title><body>", to: "page.html")
        let browser = try await Browser.start()
        try await browser.open(folder.file("page.html"))
        let answer = try await browser.callAsync(Self.script, [pages])
        return answer as? [[String]] ?? []
    }

    /// Shows the pages in frames whose policy (CSP) allows no scripts, and reports each violation of the policy.
    private static let script = #"""
        const [pages, done] = arguments;
        async function observe(html) {
          const found = [];
          const frame = document.createElement('iframe');
          document.body.append(frame);
          const page = frame.contentDocument;
          page.open();
          page.addEventListener('securitypolicyviolation', event => {
            if (event.effectiveDirective.startsWith('script')) found.push(event.effectiveDirective + ' ' + event.sample);
          });
          page.write(`<!doctype html><meta http-equiv=Content-Security-Policy content="script-src 'none'"><body>` + html);
          page.close();
          for (const element of page.querySelectorAll('a, area, form, [formaction]')) {
            const target = element.protocol || element.action || element.formAction || element.href?.baseVal || '';
            if (/^\s*(javascript|vbscript):/.test(target)) found.push(element.localName + ' ' + target);
          }
          for (const inner of page.querySelectorAll('iframe, object, embed')) found.push(inner.localName);
          for (const element of page.querySelectorAll('body *')) {
            element.dispatchEvent(new Event('mouseover'));
            if (element.click) element.click();
          }
          await new Promise(resolve => setTimeout(resolve, 200));
          frame.remove();
          return found;
        }
        (async () => {
          const results = [];
          for (let start = 0; start < pages.length; start += 50)
            results.push(...await Promise.all(pages.slice(start, start + 50).map(observe)));
          done(results);
        })();
        """#
}
