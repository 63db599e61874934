import Foundation
import HTMLParsing
import HTMLSupport
import TestSupport
import Testing

@Suite(
    "Sanitised payloads in a browser", .needs(Browser.isAvailable, Browser.reasonForSkipping),
    .needs(SharedData.exists("sanitiser"), "needs the shared test data"), .serialized)
struct SanitizerBrowserTests {
    /// The state of a frame after it was loaded and every element had been touched.
    private struct Observation {
        let dump: String
        let requests: [String]
    }

    @Test("run nothing, fetch nothing, and parse into the tree of our parser", arguments: HTMLSanitizerProfile.allCases)
    func shows(_ profile: HTMLSanitizerProfile) async throws {
        let cases = try JSONDecoder().decode([SanitizerCase].self, from: SharedData.read("sanitiser/cases.json"))
        let sanitizer = HTMLSanitizer(profile: profile, remoteImages: .block)
        let outputs = cases.map { sanitizer.sanitized(HTMLDocument(parsing: $0.payload)) }
        let observations = try await observe(outputs.map { $0.serialized() })
        #expect(observations.count == cases.count)
        for (example, (output, observation)) in zip(cases, zip(outputs, observations)) {
            #expect(observation.dump == TreeDump.dump(output), "\(example.index): the browser's tree")
            let remote = observation.requests.filter { $0.hasPrefix("http") }
            #expect(remote.isEmpty, "\(example.index): requests")
        }
    }

    @Test("are told apart from payloads that are not sanitised")
    func notices() async throws {
        let observations = try await observe(["<img src=http://127.0.0.1:9/x.png>", "<b>x</b>"], expectsDialog: false)
        #expect(observations.first?.requests == ["http://127.0.0.1:9/x.png"])
        #expect(observations.last?.dump == "| <b>\n|   \"x\"")
        _ = try await observe(["<img src=nothing onerror=alert(1)>"], expectsDialog: true)
    }

    private func observe(_ pages: [String], expectsDialog: Bool = false) async throws -> [Observation] {
        let folder = try ScratchFolder()
        try folder.write("<!doctype html><meta charset=utf-8><title>Payloads</title><body>", to: "page.html")
        let browser = try await Browser.start()
        try await browser.open(folder.file("page.html"))
        do {
            let answer = try await browser.callAsync(Self.script, [pages])
            let dialog = try await browser.dialog()
            #expect((dialog != nil) == expectsDialog)
            let list = answer as? [[String: Any]] ?? []
            return list.map { Observation(dump: $0["dump"] as? String ?? "", requests: $0["requests"] as? [String] ?? []) }
        } catch let failure as Browser.Failure where expectsDialog {
            #expect(failure.description.contains("unexpected alert open"))
            return []
        }
    }

    /// Loads each page in a frame of its own, sends events to all its elements, and returns the tree and the requests of each.
    private static let script = #"""
        const [pages, done] = arguments;
        const prefixes = { 'http://www.w3.org/2000/svg': 'svg ', 'http://www.w3.org/1998/Math/MathML': 'math ' };
        function dump(node, depth, lines) {
          const indent = '| ' + '  '.repeat(depth);
          if (node.nodeType === 3) { lines.push(indent + '"' + node.data + '"'); return; }
          if (node.nodeType === 8) { lines.push(indent + '<!-- ' + node.data + ' -->'); return; }
          lines.push(indent + '<' + (prefixes[node.namespaceURI] || '') + node.localName + '>');
          const attributes = [...node.attributes].map(a => [a.name, a.value]).sort((a, b) => (a[0] < b[0] ? -1 : 1));
          for (const [name, value] of attributes) lines.push(indent + '  ' + name + '="' + value + '"');
          for (const child of node.childNodes) dump(child, depth + 1, lines);
        }
        async function observe(html) {
          const frame = document.createElement('iframe');
          const loaded = new Promise(resolve => frame.addEventListener('load', resolve, { once: true }));
          frame.srcdoc = '<!doctype html><body>' + html;
          document.body.append(frame);
          await loaded;
          const lines = [];
          for (const child of frame.contentDocument.body.childNodes) dump(child, 0, lines);
          for (const element of frame.contentDocument.body.querySelectorAll('*'))
            for (const type of ['mouseover', 'mousedown', 'focus', 'load', 'error', 'toggle', 'animationstart'])
              element.dispatchEvent(new Event(type));
          await new Promise(resolve => setTimeout(resolve, 20));
          const requests = frame.contentWindow.performance.getEntriesByType('resource').map(entry => entry.name);
          frame.remove();
          return { dump: lines.join('\n'), requests };
        }
        (async () => {
          const results = [];
          for (const html of pages) results.push(await observe(html));
          done(results);
        })();
        """#
}
