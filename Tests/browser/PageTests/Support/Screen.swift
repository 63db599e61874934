import Foundation
import TestSupport
import Testing

/// The window sizes of the browser tests.
enum Screen: String, CaseIterable, Sendable {
    case phone
    case desktop

    var width: Int { self == .phone ? 390 : 1280 }
    var height: Int { self == .phone ? 844 : 800 }
}

extension Browser {
    /// Opens a page of this size that sends requests to this machine only.
    ///
    /// - Parameters:
    ///   - port: The port of a server on this machine that answers for all other machines; nil if none does.
    ///   - isQuiet: Whether no other page is open at the same time, because the test measures time.
    static func start(_ screen: Screen, remote port: UInt16? = nil, isQuiet: Bool = false) async throws -> Browser {
        let browser = try await start(
            switches: ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--disable-component-update", "--no-pings"],
            proxy: port, isQuiet: isQuiet)
        try await browser.setViewport(width: screen.width, height: screen.height, isPhone: screen == .phone)
        return browser
    }

    /// Waits until all frames have loaded and the layout is stable, and returns the result of a script, which only reads.
    ///
    /// The layout counts as stable after five frames, or after one if the page has got no command since it was last stable.
    func settled(_ script: String) async throws -> Any {
        let layout = try await callAsync(Self.waiting, [restingLayout ?? ""]) as? String
        let result = try await call(script)
        noteRest(layout)
        return result
    }

    /// Touches an element on a phone, and clicks it on a desktop.
    func press(_ selector: String, on screen: Screen) async throws {
        if screen == .phone { try await tap(selector) } else { try await click(selector) }
    }

    /// Whether a condition becomes true within a minute, the limit that notices a page that hangs.
    ///
    /// Unlike ``settled(_:)`` it does not wait for a stable layout: after a click the old page may still be open.
    func becomesTrue(_ script: String) async throws -> Bool {
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            if (try? await call(script)) as? Bool == true { return true }
            try await Task.sleep(for: .milliseconds(50))
        }
        return false
    }

    /// Clicks a link, and waits until the page behind it is loaded. Until then, scripts could still run in the old page.
    func follow(_ selector: String) async throws {
        let page = "performance.timeOrigin"
        let old = (try await call("return \(page)") as? NSNumber)?.doubleValue ?? .nan
        try await click(selector)
        let isLoaded = try await becomesTrue("return \(page) !== \(old) && document.readyState === 'complete'")
        try #require(isLoaded, "no page was loaded after a click on \(selector)")
    }

    func number(_ script: String) async throws -> Double { (try await settled(script) as? NSNumber)?.doubleValue ?? .nan }
    func strings(_ script: String) async throws -> [String] { try await settled(script) as? [String] ?? [] }
    func numbers(_ script: String) async throws -> [Double] { (try await settled(script) as? [NSNumber] ?? []).map(\.doubleValue) }
    func flag(_ script: String) async throws -> Bool { try await settled(script) as? Bool ?? false }

    private static let waiting = #"""
        const [resting, done] = arguments;
        let last = resting, quiet = resting ? 3 : 0;
        const started = performance.now();
        function look() {
          const coming = document.querySelector('iframe.coming, [aria-busy]');
          const now = [performance.timeOrigin, scrollX, scrollY, document.documentElement.scrollHeight, document.querySelectorAll('iframe').length].join();
          quiet = !coming && now === last ? quiet + 1 : 0;
          last = now;
          // A page makes one frame per refresh of the screen, and a busy machine refreshes it rarely.
          if (quiet > 4 || performance.now() - started > 10000) done(now); else requestAnimationFrame(() => setTimeout(look, 20));
        }
        look();
        """#
}
