import Dispatch
import Synchronization

/// A page in a browser context of its own: it shares no storage, cache or history with other pages.
///
/// The thread that reads events and the task of the test share it, and so it is a class.
final class BrowserPage: Sendable {
    /// A dialog has opened: until it is closed, the page runs no scripts and gets no input.
    struct DialogOpened: Error {
        let text: String
    }

    private struct State {
        /// The main frame is about to request a navigation.
        var isScheduled = false
        /// The main frame has requested a navigation, which has not begun.
        var isRequested = false
        /// From the beginning of a navigation of the main frame until its load event, or until it is given up.
        var isLoading = false
        /// The text of the open dialog.
        var dialog: String?
        var ending: Browser.Failure?
        var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
        var lastWaiter = 0
        var restingLayout: String?

        var isAtRest: Bool { !isScheduled && !isRequested && !isLoading || dialog != nil || ending != nil }
    }

    private let chromium: Chromium
    private let context: String
    private let session: String
    /// The identifier of the main frame, which is that of the target.
    private let frame: String
    private let state = Mutex(State())

    private static let limits = DispatchQueue(label: "limits of page loads")

    /// Opens an empty page.
    ///
    /// - Parameters:
    ///   - chromium: The process. It belongs to the page until ``close(then:)``.
    ///   - width: The width of the window in CSS pixels.
    ///   - height: The height of the window in CSS pixels.
    ///   - proxy: The port of this machine that gets the requests to all other machines; nil without a proxy.
    ///
    /// - Throws: ``Browser/Failure``.
    init(in chromium: Chromium, width: Int, height: Int, proxy: UInt16?) async throws {
        let pipe = chromium.pipe
        let context = try await pipe.result(
            of: "Target.createBrowserContext", proxy.map { ["proxyServer": "http://127.0.0.1:\($0)"] } ?? [:])["browserContextId"]
        self.chromium = chromium
        self.context = try Self.name(context)
        do {
            let target = try await pipe.result(
                of: "Target.createTarget",
                ["url": "about:blank", "browserContextId": self.context, "width": width, "height": height, "newWindow": true])["targetId"]
            frame = try Self.name(target)
            let session = try await pipe.result(of: "Target.attachToTarget", ["targetId": frame, "flatten": true])["sessionId"]
            self.session = try Self.name(session)
        } catch {
            pipe.post("Target.disposeBrowserContext", ["browserContextId": self.context])
            throw error
        }
        pipe.setPage(self, session: session)
        do {
            for name in ["Page.enable", "Inspector.enable"] { _ = try await result(of: name) }
            // Several pages have the focus at the same time.
            _ = try await result(of: "Emulation.setFocusEmulationEnabled", ["enabled": true])
        } catch {
            close {}
            throw error
        }
    }

    /// The name of something that the browser has made. An empty one would let tests pass that wait for it.
    private static func name(_ value: Any?) throws -> String {
        guard let name = value as? String, !name.isEmpty else { throw Browser.Failure(description: "the browser opens no page") }
        return name
    }

    /// The text of the open dialog; nil without one.
    var dialog: String? { state.withLock(\.dialog) }

    /// The layout with which the page was at rest; nil if it has got a command since.
    var restingLayout: String? {
        get { state.withLock(\.restingLayout) }
        set { state.withLock { $0.restingLayout = newValue } }
    }

    /// Sends a command to the page and waits for its result.
    ///
    /// - Throws: ``DialogOpened`` if a dialog is open or opens meanwhile; ``Browser/Failure``.
    func result(of name: String, _ parameters: BrowserPipe.Message = [:]) async throws -> BrowserPipe.Message {
        let (ending, dialog) = state.withLock { state in
            state.restingLayout = nil
            return (state.ending, state.dialog)
        }
        if let ending { throw ending }
        if let dialog { throw DialogOpened(text: dialog) }
        return try await chromium.pipe.result(of: name, parameters, session: session)
    }

    /// Waits until no navigation of the main frame is under way, or a dialog opens.
    func waitUntilLoaded() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            let (number, ending) = state.withLock { state -> (Int?, Browser.Failure?) in
                guard !state.isAtRest else { return (nil, state.ending) }
                state.lastWaiter += 1
                state.waiters[state.lastWaiter] = continuation
                return (state.lastWaiter, nil)
            }
            guard let number else {
                return if let ending { continuation.resume(throwing: ending) } else { continuation.resume() }
            }
            Self.limits.asyncAfter(deadline: .now() + .seconds(BrowserPipe.secondsAtMost)) { [weak self] in
                let failure = Browser.Failure(description: "the page was not loaded in \(BrowserPipe.secondsAtMost) seconds")
                self?.state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(throwing: failure)
            }
        }
    }

    /// Disposes of the page and its context, without waiting.
    ///
    /// - Parameter done: Called when the browser has done so, or has ended.
    func close(then done: @escaping @Sendable () -> Void) {
        let pipe = chromium.pipe
        if dialog != nil { pipe.post("Page.handleJavaScriptDialog", ["accept": false], session: session) }
        pipe.post("Target.disposeBrowserContext", ["browserContextId": context]) { [self] _ in
            pipe.setPage(nil, session: session)
            done()
        }
    }

    /// Takes note of an event. Called on the thread that reads.
    func receive(_ event: String, _ parameters: BrowserPipe.Message) {
        switch event {
        case "Page.javascriptDialogOpening":
            let text = parameters["message"] as? String ?? ""
            change { $0.dialog = text }
            chromium.pipe.fail(session: session, with: DialogOpened(text: text))
        case "Page.javascriptDialogClosed":
            change { $0.dialog = nil }
        case "Inspector.targetCrashed":
            end(Browser.Failure(description: "the page has crashed"))
        case "Page.frameNavigated":
            let isOwn = (parameters["frame"] as? BrowserPipe.Message)?["id"] as? String == frame
            // The page that is left may not report that its navigation has begun.
            if isOwn { change { ($0.isScheduled, $0.isRequested) = (false, false) } }
        default:
            if parameters["frameId"] as? String == frame { receiveNavigation(event, parameters) }
        }
    }

    /// Follows the navigations of the main frame. The browser process and that of the page send their events in no fixed order.
    private func receiveNavigation(_ event: String, _ parameters: BrowserPipe.Message) {
        switch event {
        case "Page.frameScheduledNavigation":
            // A page that refreshes itself later is loaded until then.
            if parameters["delay"] as? Double == 0 { change { $0.isScheduled = true } }
        case "Page.frameClearedScheduledNavigation": change { $0.isScheduled = false }
        case "Page.frameRequestedNavigation":
            if parameters["disposition"] as? String == "currentTab" { change { $0.isRequested = true } }
        // A navigation that replaces another one may not start loading anew.
        case "Page.frameStartedNavigating": change { if $0.isLoading { $0.isRequested = false } }
        case "Page.frameStartedLoading": change { ($0.isRequested, $0.isLoading) = (false, true) }
        case "Page.frameStoppedLoading": change { $0.isLoading = false }
        default: break
        }
    }

    /// Lets the page fail: it or its browser has ended.
    func end(_ failure: Browser.Failure) {
        change { $0.ending = failure }
        chromium.pipe.fail(session: session, with: failure)
    }

    /// Changes the state, and resumes the tasks that wait for a page at rest.
    private func change(_ change: (inout State) -> Void) {
        let (waiters, ending) = state.withLock { state in
            change(&state)
            guard state.isAtRest else { return ([CheckedContinuation<Void, any Error>](), state.ending) }
            defer { state.waiters = [:] }
            return (Array(state.waiters.values), state.ending)
        }
        for waiter in waiters {
            if let ending { waiter.resume(throwing: ending) } else { waiter.resume() }
        }
    }
}
