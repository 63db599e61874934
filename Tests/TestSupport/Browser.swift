public import Foundation
public import Testing

/// A page of a headless Chromium, with storage, cache and history of its own, that a test controls.
///
/// All pages of a test process share one Chromium process. `deinit` closes the page.
///
/// - SeeAlso: [Chrome DevTools Protocol](https://chromedevtools.github.io/devtools-protocol/)
public struct Browser: ~Copyable, Sendable {
    /// Whether Chromium is installed; without it, the tests that need it are reported as skipped.
    public static let isAvailable = Chromium.program != nil

    /// The reason that a skipped test reports: the missing program.
    public static let reasonForSkipping: Comment = "needs chromium (Debian: chromium), or its path in TABPIPE_CHROMIUM"

    /// A command that the browser refused, or a script that failed.
    public struct Failure: Error, CustomStringConvertible {
        /// The message of the browser.
        public let description: String
    }

    /// The number of pages at the same time: each has a renderer, and shares the browser's own process. More would slow one another down,
    /// and tests compare layouts that come to rest.
    private static let pagesAtOnce = max(1, ProcessInfo.processInfo.activeProcessorCount / 2)
    private static let turns = AsyncSemaphore(permits: pagesAtOnce)
    /// Lets one test at a time collect all turns.
    private static let quietTurn = AsyncSemaphore(permits: 1)

    let page: BrowserPage
    private let chromium: Chromium
    private let turnCount: Int

    private init(page: BrowserPage, chromium: Chromium, turnCount: Int) {
        self.page = page
        self.chromium = chromium
        self.turnCount = turnCount
    }

    /// Opens a page. Waits for a turn, so that a test must not hold two pages.
    ///
    /// - Parameters:
    ///   - width: The width of the window in CSS pixels.
    ///   - height: The height of the window in CSS pixels.
    ///   - switches: Additional command-line switches of Chromium. Each set of switches has a process of its own.
    ///   - proxy: The port of this machine that gets the page's requests to all other machines. They name the whole URL.
    ///   - isQuiet: Whether no other page is open at the same time, because the test measures time.
    /// - Throws: ``Failure`` if Chromium does not start.
    public static func start(
        width: Int = 1280, height: Int = 800, switches: [String] = [], proxy: UInt16? = nil, isQuiet: Bool = false
    ) async throws -> Browser {
        let turnCount = isQuiet ? pagesAtOnce : 1
        if isQuiet {
            await quietTurn.withPermit { for _ in 0..<turnCount { await turns.wait() } }
        } else {
            await turns.wait()
        }
        do {
            let chromium = try Chromium.shared(switches: switches)
            do {
                let page = try await BrowserPage(in: chromium, width: width, height: height, proxy: proxy)
                return Browser(page: page, chromium: chromium, turnCount: turnCount)
            } catch {
                chromium.release()
                throw error
            }
        } catch {
            for _ in 0..<turnCount { turns.signal() }
            throw error
        }
    }

    /// A `deinit` cannot suspend: the next page opens when this one is closed.
    deinit {
        page.close { [chromium, turnCount] in
            chromium.release()
            for _ in 0..<turnCount { Self.turns.signal() }
        }
    }

    /// Loads a page and waits until the browser has loaded it.
    public func open(_ url: URL) async throws {
        try await beReady()
        let answer = try await finished { try await page.result(of: "Page.navigate", ["url": url.absoluteString]) }
        if let problem = answer?["errorText"] as? String { throw Failure(description: "\(url): \(problem)") }
        try await page.waitUntilLoaded()
        // The process of the page may report late that it has begun to load, so the page itself is asked.
        let deadline = ContinuousClock.now + .seconds(BrowserPipe.secondsAtMost)
        while try await finished({ try await isComplete() }) == false {
            guard ContinuousClock.now < deadline else { throw Failure(description: "\(url): the page was not loaded in time") }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Whether the scripts and images of the page have been loaded, and its `load` event has been handled.
    private func isComplete() async throws -> Bool {
        let expression = "performance.getEntriesByType('navigation')[0]?.loadEventEnd > 0"
        do {
            let answer = try await page.result(of: "Runtime.evaluate", ["expression": expression, "returnByValue": true])
            return (answer["result"] as? [String: Any])?["value"] as? Bool ?? false
        } catch let failure as Failure where failure.isOfNavigation {
            // The page has replaced itself by another one.
            return false
        }
    }

    /// Runs the body of a function that calls its last argument with the result.
    ///
    /// - Parameters:
    ///   - script: JavaScript; `arguments` holds `values` and then the callback.
    ///   - values: Arguments of the function; JSON must be able to represent them.
    public func callAsync(_ script: String, _ values: [Any] = []) async throws -> Any {
        let arguments = String(decoding: try JSONSerialization.data(withJSONObject: values), as: UTF8.self)
        return try await run("new Promise(done => (function() { \(script)\n}).apply(null, [...\(arguments), done]))")
    }

    /// Runs the body of a function and returns its result.
    public func call(_ script: String, _ values: [Any] = []) async throws -> Any {
        let arguments = String(decoding: try JSONSerialization.data(withJSONObject: values), as: UTF8.self)
        return try await run("(function() { \(script)\n}).apply(null, \(arguments))")
    }

    /// The text of the open dialog; nil without one.
    public func dialog() async throws -> String? {
        // The browser answers, and not the page. The events before the answer have been read then.
        _ = try await finished { try await page.result(of: "Page.getNavigationHistory") }
        return page.dialog
    }

    /// The layout with which the page was at rest, as the test has described it. It is nil if the page has got a command since: input, a
    /// script, another size.
    public var restingLayout: String? { page.restingLayout }

    /// Notes that the page is at rest, until its next command.
    public func noteRest(_ layout: String?) { page.restingLayout = layout }

    /// Evaluates an expression in the main frame of the page, after the page and before a page that the expression opens is loaded.
    ///
    /// - Returns: The value, or that of a promise, as JSON; `NSNull` for what JSON cannot represent.
    private func run(_ expression: String) async throws -> Any {
        let answer = try await answer(to: "Runtime.evaluate", ["expression": expression, "awaitPromise": true, "returnByValue": true])
        if let problem = answer["exceptionDetails"] as? [String: Any] {
            let exception = problem["exception"] as? [String: Any]
            let text = exception?["description"] ?? exception?["value"] ?? problem["text"] ?? ""
            throw Failure(description: "javascript error: \(text)")
        }
        try await page.waitUntilLoaded()
        return (answer["result"] as? [String: Any])?["value"] ?? NSNull()
    }

    /// Sends a command to the page, once it is loaded, and waits for the answer.
    ///
    /// - Throws: ``Failure`` also if a dialog is open, or opens meanwhile.
    func answer(to name: String, _ parameters: [String: Any]) async throws -> [String: Any] {
        try await beReady()
        do {
            return try await page.result(of: name, parameters)
        } catch let opened as BrowserPage.DialogOpened {
            throw Self.failure(ofDialog: opened.text)
        }
    }

    /// Waits until the page is loaded.
    ///
    /// - Throws: ``Failure`` also if a dialog is open.
    func beReady() async throws {
        try await page.waitUntilLoaded()
        if let text = page.dialog { throw Self.failure(ofDialog: text) }
    }

    private static func failure(ofDialog text: String) -> Failure { Failure(description: "unexpected alert open: {Alert text : \(text)}") }

    /// Runs a command. A dialog that opens meanwhile ends the wait for it, as it may stop the command.
    ///
    /// - Returns: The result; nil if a dialog has opened.
    func finished<Result>(_ command: () async throws -> Result) async throws -> Result? {
        do {
            return try await command()
        } catch is BrowserPage.DialogOpened {
            return nil
        }
    }
}
