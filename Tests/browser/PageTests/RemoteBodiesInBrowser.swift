import Foundation
import SiteSupport
import Synchronization
import TestSupport
import Testing

extension PagesInBrowser {
    @Suite("Bodies that the page fetches", .serialized) struct RemoteBodies {
        static func site(_ server: ImageServer, _ paths: [String]) async throws -> Site {
            let messages: [[String: Any]] = paths.enumerated().map { index, path in
                ["id": path, "from": "mira@example.com", "blurb": "Blurb \(index + 1)", "content_loaded": false]
            }
            let thread = ["slug": "thread", "subject": "A thread", "messages": messages] as [String: Any]
            let pipeline = """
                { "parameters": { "from": {}, "to": {} }, "source": { "type": "json", "from": { "$param": "from" } },
                  "sinks": [ { "type": "site", "to": { "$param": "to" }, "body_url": "\(server.address("bodies/{{.id}}"))" } ] }
                """
            return try await Site(pipeline, String(decoding: JSONSerialization.data(withJSONObject: thread), as: UTF8.self))
        }

        @Test("come when the reader opens the message, with a clear state, and again after a failure", arguments: Screen.allCases)
        func states(_ screen: Screen) async throws {
            let failures = Mutex(1)
            let server = try ImageServer { path in
                if path.contains("missing"),
                    failures.withLock({ count in
                        defer { count -= 1 }; return count > 0
                    })
                {
                    return nil
                }
                return Data("<p>Fetched \(path)</p>".utf8)
            }
            let site = try await Self.site(server, ["a/b?c", "missing", "late"])
            let browser = try await Browser.start(screen, remote: server.port)
            try await browser.open(site.page("thread"))
            try await Task.sleep(for: .milliseconds(300))
            #expect(server.requests == [])
            _ = try await browser.call("document.querySelector('#m3 .blurb').click()")
            #expect(
                try await browser.call("return document.querySelector('#m3 [role=status]').textContent") as? String
                    == "Loading the message…")
            #expect(try await browser.becomesTrue("return !!document.querySelector('#m3 iframe')"))
            _ = try await browser.call("document.querySelector('#m2 .blurb').click()")
            #expect(
                try await browser.becomesTrue(
                    "return document.querySelector('#m2 [role=status]')?.textContent.includes('could not be loaded')"))
            try await browser.click("#m2 .status button")
            #expect(try await browser.becomesTrue("return document.querySelector('#m2 iframe')?.srcdoc.includes('Fetched bodies/missing')"))
            _ = try await browser.call("document.querySelector('#m1 .blurb').click()")
            #expect(try await browser.becomesTrue("return !!document.querySelector('#m1 iframe')"))
            #expect(server.requests == ["bodies/late", "bodies/missing", "bodies/missing", "bodies/a%2Fb%3Fc"])
        }

        @Test("are read in the encoding that the answer names, and have readable text and words for images", arguments: Screen.allCases)
        func content(_ screen: Screen) async throws {
            let server = try ImageServer { path in
                let start = path.hasSuffix("named.html") ? "<meta charset=windows-1252>" : ""
                let image = "<img src='http://x.example/a.png' alt='A harbour' width=99>"
                let mail = start + "<p style='font-size:7px;color:#000'>Grüße</p>" + image
                return mail.data(using: path.hasSuffix("utf8.html") ? .utf8 : .isoLatin1)
            }
            let site = try await Self.site(server, ["latin1", "named.html", "utf8.html"])
            let browser = try await Browser.start(screen, remote: server.port)
            try await browser.open(site.page("thread"))
            for number in 1...3 {
                _ = try await browser.call("document.querySelector('#m\(number) .blurb').click()")
                #expect(
                    try await browser.becomesTrue(
                        #"""
                        const frame = document.querySelector('#m\#(number) iframe');
                        if (!frame) return false;
                        const shown = new DOMParser().parseFromString(frame.srcdoc, 'text/html');
                        return shown.querySelector('p').textContent === 'Grüße' && !shown.querySelector('img')
                          && shown.querySelector('[data-waiting]').textContent === 'A harbour' && shown.documentElement.matches('.alone.white')
                          && shown.querySelector('p').style.fontSize.includes('11px') && parseFloat(frame.style.height) < 200;
                        """#), "message \(number)")
            }
        }

        /// A policy does not cover connections that a link opens ahead of time.
        @Test("open no connection ahead of time") func links() async throws {
            let kinds = ["preconnect", "dns-prefetch", "prefetch", "preload", "modulepreload", "prerender", "stylesheet", "PreConnect x"]
            let links = kinds.map { "<link rel='\($0)' href='http://evil.example/'>" }.joined()
            let places = ["<head>", "<body><p>Text", "<svg>", "<template>", "<math><mtext>", "<noscript>", "<table><tr><td>"]
            let mail = places.map { $0 + links }.joined() + "<meta http-equiv=Link content='<http://evil.example/>; rel=preconnect'>"
            let server = try ImageServer { _ in Data(mail.utf8) }
            let site = try await Self.site(server, ["x.html"])
            let browser = try await Browser.start(.desktop, remote: server.port)
            try await browser.open(site.page("thread"))
            try await browser.click("#m1 .blurb")
            #expect(try await browser.becomesTrue("return !!document.querySelector('#m1 iframe')"))
            // The policy and the encoding of the frame are its only metadata.
            let found = try await browser.strings(
                """
                const shown = new DOMParser().parseFromString(document.querySelector('#m1 iframe').srcdoc, 'text/html');
                return [...shown.querySelectorAll('link, meta, template, svg, math')].map(e => e.localName + ' ' + (e.httpEquiv || e.getAttribute('charset')));
                """)
            #expect(found == ["meta utf-8", "meta Content-Security-Policy"])
        }

        @Test("can do nothing: no script, no form, no request, no way into the page") func hostile() async throws {
            let mail = """
                </div></body></html><script>parent.document.title = 'owned'</script><img src='http://evil.example/a.png'
                onerror="parent.document.title = 'owned'"><meta http-equiv=refresh content='0;url=http://evil.example/b'>
                <style>@import 'http://evil.example/c.css'; body { background: url(http://evil.example/d.png) }</style>
                <link rel=stylesheet href='http://evil.example/e.css'><iframe src='http://evil.example/f'></iframe>
                <form action='http://evil.example/g'><input autofocus onfocus=alert(1)></form><base href='http://evil.example/'>
                <svg><use href='http://evil.example/h.svg#a'></svg><video src='http://evil.example/i.mp4' poster='http://evil.example/j.png'></video>
                """
            let server = try ImageServer { $0.hasPrefix("bodies/") ? Data(mail.utf8) : ImageServer.picture() }
            let site = try await Self.site(server, ["x.html"])
            let browser = try await Browser.start(.desktop, remote: server.port)
            let page = try site.text("thread")
            #expect(page.contains("connect-src \(server.address("").dropLast())\""))
            try await browser.open(site.page("thread"))
            try await browser.click("#m1 .blurb")
            #expect(try await browser.becomesTrue("return !!document.querySelector('#m1 iframe')"))
            try await Task.sleep(for: .milliseconds(500))
            #expect(server.requests == ["bodies/x.html"])
            #expect(try await browser.dialog() == nil)
            #expect(try await browser.call("return document.title") as? String == "A thread")
            let sandbox = try await browser.call("return document.querySelector('#m1 iframe').getAttribute('sandbox')") as? String ?? ""
            #expect(!sandbox.contains("allow-scripts") && !sandbox.contains("allow-forms") && !sandbox.contains("allow-same-origin"))
            // The reader allows images, and nothing else.
            try await browser.click("#m1 .controls button")
            #expect(try await browser.becomesTrue("return !document.querySelector('#m1 .controls button')"))
            try await Task.sleep(for: .milliseconds(500))
            #expect(Set(server.requests).subtracting(["bodies/x.html"]).isSubset(of: ["a.png", "d.png", "j.png"]))
            #expect(server.requests.contains("a.png"))
        }
    }
}
