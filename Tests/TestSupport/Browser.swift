public import Foundation
public import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A headless Chromium that a test controls with the WebDriver protocol, through chromedriver (Debian: chromium-driver).
///
/// `start` launches both processes, `deinit` ends them.
///
/// - SeeAlso: [WebDriver](https://www.w3.org/TR/webdriver2/)
public struct Browser: ~Copyable {
    /// Whether chromedriver is installed; without it, the tests that need it are reported as skipped.
    public static let isAvailable = path != nil

    /// The reason that a skipped test reports: the missing tool.
    public static let reasonForSkipping: Comment = "needs chromedriver (Debian: chromium-driver)"

    /// A command that the browser or its driver refused.
    public struct Failure: Error, CustomStringConvertible {
        /// The message of the browser or its driver.
        public let description: String
    }

    private static let path = ["/usr/bin/chromedriver", "/usr/local/bin/chromedriver", "/opt/homebrew/bin/chromedriver"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    private let driver: ChildProcess
    private let http: LocalHTTP
    /// The folder for temporary files of driver and browser, which do not remove all of them.
    private let folder: URL
    private var session = ""

    private init(driver: ChildProcess, http: LocalHTTP, folder: URL) {
        self.driver = driver
        self.http = http
        self.folder = folder
    }

    /// Starts chromedriver.
    ///
    /// - Returns: The process, the port from its output if there is one, and the complete output.
    private static func startDriver(
        _ path: String, leavingFilesIn folder: URL
    ) async throws -> (driver: ChildProcess, port: UInt16?, said: String) {
        let output = folder.appendingPathComponent("driver-output")
        try Data().write(to: output)
        let driver = try withoutBlockedSignals {
            try ChildProcess(path, ["--port=0"]) { process in
                process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 }
                let file = try FileHandle(forWritingTo: output)
                process.standardOutput = file
                process.standardError = FileHandle.nullDevice
                return [file]
            }
        }
        @Sendable func said() -> (text: String, port: UInt16?) {
            let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
            return (text, text.firstMatch(of: /on port (\d+)\./).flatMap { UInt16($0.1) })
        }
        await driver.wait { said().port != nil }
        let (text, port) = said()
        return (driver, port, text)
    }

    /// Starts a browser.
    ///
    /// - Parameters:
    ///   - width: The width of the window in CSS pixels.
    ///   - height: The height of the window in CSS pixels.
    ///   - switches: Additional command-line switches of Chromium.
    /// - Throws: ``Failure`` if the driver or the session does not start.
    public static func start(width: Int = 1280, height: Int = 800, switches: [String] = []) async throws -> Browser {
        guard let path else { throw Failure(description: "chromedriver is not installed") }
        await BrowserShutdown.wait()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tabpipe-browser-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var (driver, port, said) = try await startDriver(path, leavingFilesIn: folder)
        // chromedriver chooses a port that is free in IPv4 or IPv6, and fails if another process uses it in the other protocol.
        for _ in 0..<4 where port == nil && said.contains("port not available") {
            (driver, port, said) = try await startDriver(path, leavingFilesIn: folder)
        }
        var browser = Browser(driver: driver, http: LocalHTTP(port: port ?? 0), folder: folder)
        guard port != nil else { throw Failure(description: "chromedriver did not start: \(said)") }
        let arguments =
            [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--allow-file-access-from-files",
                "--window-size=\(width),\(height)",
            ] + switches
        let capabilities: [String: Any] = ["alwaysMatch": ["goog:chromeOptions": ["args": arguments], "unhandledPromptBehavior": "ignore"]]
        let answer = try await browser.send("POST", "/session", ["capabilities": capabilities])
        guard let made = (answer as? [String: Any])?["sessionId"] as? String else { throw Failure(description: "no session: \(answer)") }
        browser.session = made
        return browser
    }

    /// Runs work with no signal blocked. Threads of the task pool block signals, a child process inherits that, and a browser without
    /// SIGCHLD does not start.
    private static func withoutBlockedSignals<Result>(_ body: () throws -> Result) rethrows -> Result {
        var none = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try body()
    }

    deinit { BrowserShutdown.begin(driver: driver, http: http, session: session, folder: folder) }

    /// Loads a page and waits until the browser has loaded it.
    public func open(_ url: URL) async throws {
        _ = try await send("POST", "/session/\(session)/url", ["url": url.absoluteString])
    }

    /// Runs the body of a function that calls its last argument with the result.
    ///
    /// - Parameters:
    ///   - script: JavaScript; `arguments` holds `values` and then the callback.
    ///   - values: Arguments of the function; JSON must be able to represent them.
    public func callAsync(_ script: String, _ values: [Any] = []) async throws -> Any {
        try await send("POST", "/session/\(session)/execute/async", ["script": script, "args": values])
    }

    /// Runs the body of a function and returns its result.
    public func call(_ script: String, _ values: [Any] = []) async throws -> Any {
        try await send("POST", "/session/\(session)/execute/sync", ["script": script, "args": values])
    }

    /// The text of the open dialog; nil without one.
    public func dialog() async throws -> String? {
        do {
            return try await send("GET", "/session/\(session)/alert/text", nil) as? String
        } catch let failure as Failure where failure.description.contains("no such alert") {
            return nil
        }
    }

    /// Sends a WebDriver command of this session.
    func command(_ method: String, _ name: String, _ body: [String: Any]? = nil) async throws -> Any {
        try await send(method, "/session/\(session)/\(name)", body)
    }

    private func send(_ method: String, _ path: String, _ body: [String: Any]?) async throws -> Any {
        let data = try body.map { try JSONSerialization.data(withJSONObject: $0) }
        let http = http
        // Not on the concurrency pool: the response may take seconds, and the pool has few threads.
        let (answered, problem) = await onBlockingThread { () -> (Data, String?) in
            do {
                return (try http.send(method, path, data), nil)
            } catch {
                return (Data(), "\(error)")
            }
        }
        if let problem { throw Failure(description: problem) }
        let answer = try JSONSerialization.jsonObject(with: answered) as? [String: Any]
        let value = answer?["value"] ?? NSNull()
        if let problem = value as? [String: Any], let error = problem["error"] as? String {
            throw Failure(description: "\(error): \(problem["message"] as? String ?? "")")
        }
        return value
    }
}
