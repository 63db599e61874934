import SiteSupport
import TestSupport
import Testing

@testable import Site

@Suite("The scripts of pages") struct PageScriptTests {
    @Test("are those of the kind of page: articles and indexes carry nothing of a thread's") func kinds() async throws {
        let thread = #"{"slug":"t","subject":"T","messages":[{"from":"a@x.example","body":"<p>x</p>"}]}"#
        let article = #"{"slug":"a","title":"A","html":"<p>x</p>","vertical":"Retail"}"#
        let sites: [(record: String, pages: [String: PageKind])] = [
            (article, ["index": .index, "a": .article]), (thread, ["index": .index, "t": .thread]),
        ]
        for (record, pages) in sites {
            let site = try await Site(PublishedSite.pipeline(#""language": "en""#), "[\(record)]")
            for (name, kind) in pages {
                let page = try site.text(name)
                let scripts = page.matches(of: /<script>((?s:.*?))<\/script>/).map { String($0.1) }
                #expect(scripts == [kind.headScript, kind.script.text].compactMap { $0 }, "\(name)")
                // Only threads have frames.
                if kind != .thread { #expect(!page.contains("iframe") && !page.contains("sandbox"), "\(name)") }
            }
        }
    }

    @Test("are short in articles and indexes", arguments: [PageKind.index, .article]) func sizes(_ kind: PageKind) {
        let thread = PageKind.thread.script.text + (PageKind.thread.headScript ?? "")
        #expect(kind.script.text.utf8.count * 4 < thread.utf8.count)
        #expect(kind.headScript == nil)
        #expect(!kind.style.contains("iframe"))
    }
}
