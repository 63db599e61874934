import Foundation
import SiteSupport
import TestSupport
import Testing

@Suite(
    "Payloads on all ways into Markdown and pages, in a browser", .needs(Browser.isAvailable, Browser.reasonForSkipping),
    .needs(SharedData.exists("sanitiser"), "needs the shared test data"),
    .needs(MarkdownReader.gitHub != nil, "needs cmark-gfm"), .serialized)
struct RawHTMLInBrowserTests {
    private struct Payload: Decodable {
        let index: Int
        let payload: String
    }

    @Test("run nothing, clicked or not, rendered by cmark-gfm with raw HTML", arguments: PayloadWay.toMarkdown)
    func markdown(_ way: PayloadWay) async throws {
        let reader = try #require(MarkdownReader.gitHub)
        let payloads = try Self.payloads()
        let folder = try ScratchFolder()
        try await run(way, payloads, sink: #"{ "type": "jsonl", "to": "\#(folder.path)/out.jsonl" }"#, in: folder)
        var pages: [String] = []
        for line in try folder.read("out.jsonl").split(separator: "\n") {
            let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            pages.append(try await reader.html(try #require(record?["markdown"] as? String)))
        }
        try await expectNothingRuns(pages, payloads)
    }

    @Test("run nothing, clicked or not, on pages of the sink site", arguments: PayloadWay.toPages)
    func pages(_ way: PayloadWay) async throws {
        let payloads = try Self.payloads()
        let folder = try ScratchFolder()
        try await run(way, payloads, sink: #"{ "type": "site", "to": "\#(folder.path)/site/{{.slug}}.html" }"#, in: folder)
        var pages: [String] = []
        for payload in payloads {
            // The content alone: the page's own script stands behind it, and its policy would stop what the content runs.
            let page = try folder.read("site/\(payload.index).html")
            let start = try #require(page.range(of: "<main"))
            let end = try #require(page.range(of: "</main>", options: .backwards))
            pages.append(String(page[start.lowerBound..<end.upperBound]))
        }
        try await expectNothingRuns(pages, payloads)
    }

    private static func payloads() throws -> [Payload] {
        try JSONDecoder().decode([Payload].self, from: SharedData.read("sanitiser/cases.json"))
    }

    /// Carries each payload through the stages of a way.
    private func run(_ way: PayloadWay, _ payloads: [Payload], sink: String, in folder: borrowing ScratchFolder) async throws {
        let records = try payloads.map { payload in
            let record = ["slug": "\(payload.index)", "title": "T", "teaser": "t", "payload": payload.payload]
            return String(decoding: try JSONSerialization.data(withJSONObject: record), as: UTF8.self)
        }
        let input = try folder.write(records.joined(separator: "\n"), to: "in.jsonl")
        let pipeline = try folder.write(
            #"{ "source": { "type": "json", "from": "\#(input)" }, "stages": \#(way.stages), "sinks": [ \#(sink) ] }"#, to: "pipeline.json")
        let outcome = try await Tabpipe.run(["run", pipeline])
        #expect(outcome.code == 0, "\(outcome.text)")
    }

    private func expectNothingRuns(_ pages: [String], _ payloads: [Payload]) async throws {
        #expect(pages.count == payloads.count)
        let findings = try await findings(in: pages)
        #expect(findings.count == pages.count)
        for (payload, finding) in zip(payloads, findings) { #expect(finding == [], "\(payload.index)") }
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
