import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser {
    /// Another page of the same origin can write the storage that a thread reads.
    @Suite("Storage with values that the page did not write", .serialized) struct PoisonedStorage {
        /// Values as JSON.
        static let stored = [
            "", "null", "5", "true", "\"x\"", "[", "{}", "[[1],{},null,\"all\",-1,1e99]", #"{"opened":[1],"read":{"length":9}}"#,
            #"{"opened":null,"read":5}"#, #"{"opened":"1-999999999,-5,x,9-1,1e99,NaN-2,,","read":"3-"}"#, #"{"__proto__":{"opened":"1"}}"#,
            #"{"opened":"\#(String(repeating: "1-999999,", count: 3_000))","read":"\#(String(repeating: "-", count: 30_000))"}"#,
        ]
        static let states = [
            "null", "5", "\"x\"", "[]", #"{"place":5,"opened":5}"#, #"{"place":{"number":"x","offset":"y"},"opened":{"length":9}}"#,
            #"{"place":{"number":2,"offset":"x"},"opened":[null,{},"2"]}"#, #"{"place":{"number":2,"offset":1e308},"list":"x"}"#,
            #"{"place":{"number":-1},"opened":"123","picture":{}}"#,
        ]

        @Test("leaves a thread that can be read", .startsInPageTurn, .timeLimit(.minutes(5))) func thread() async throws {
            let site = try await Site(messages: (1...5).map { message("<p>Body \($0)</p>", isLoaded: $0 != 4) })
            let browser = try await Browser.start(.desktop)
            try await browser.open(site.page("thread"))
            for number in 0..<max(Self.stored.count, Self.states.count) {
                let (stored, state) = (Self.stored[number % Self.stored.count], Self.states[number % Self.states.count])
                // The page saves its own state when it is left.
                _ = try await browser.call(
                    """
                    const [stored, state] = arguments;
                    addEventListener('pagehide', () => {
                      for (const store of [localStorage, sessionStorage]) {
                        store.clear();
                        for (const name of ['tabpipe:thread:', 'tabpipe:images:', 'tabpipe:held:', 'tabpipe:from'])
                          for (const key of [name, name + location.pathname]) store.setItem(key, stored);
                      }
                      history.replaceState(JSON.parse(state), '');
                    });
                    """, [stored, state])
                try await browser.reload()
                let shown = "return !!document.querySelector('#m5 iframe:not(.coming)') && !document.querySelector('html.placing')"
                #expect(try await browser.becomesTrue(shown), "\(stored.prefix(60)) \(state)")
                _ = try await browser.call("document.querySelector('#m4 .blurb')?.click()")
                #expect(try await browser.becomesTrue("return !!document.querySelector('#m4 iframe')"), "\(stored.prefix(60)) \(state)")
            }
        }
    }
}
