public import Foundation
import Synchronization
public import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The project's test server for HTTP, `Tests/Origin/origin.py`. Its README lists the endpoints.
///
/// Tests share it with the thread that ends it, and so it is a class. The end of its life ends the server.
public final class OriginServer: Sendable {
    /// Whether Python is installed; without it, the tests that need the server are reported as skipped.
    public static let isAvailable = python != nil

    /// The reason that a skipped test reports: the missing tool.
    public static let reasonForSkipping: Comment = "needs python3 (3.11 or later)"

    /// Whether the server can make certificates; without them, the tests that need TLS are reported as skipped.
    public static let hasTLS = InstalledProgram.isThere("openssl")

    /// The reason that a skipped test with TLS reports: the missing tool.
    public static let reasonForSkippingTLS: Comment = "needs openssl"

    /// The server that did not start, or did not respond as expected.
    public struct Failure: Error, CustomStringConvertible {
        /// What the server printed.
        public let description: String
    }

    /// The addresses of the servers with TLS, and the authority that their certificates are from.
    public struct TLS: Decodable, Sendable {
        /// The path of the authority's certificate.
        public let caFile: String
        /// The base of the server with a good certificate.
        public let valid: String
        /// The base of another server with a good certificate, where no credentials may arrive.
        public let second: String
        /// The base of the server whose certificate has expired.
        public let expired: String
        /// The base of the server whose certificate is for another host.
        public let wrongHost: String
        /// The base of the server whose certificate no authority has signed.
        public let selfSigned: String
    }

    /// The line that the server prints when it is ready.
    private struct Ready: Decodable {
        let port: UInt16
        let secondPort: UInt16
        let base: String
        let secondBase: String
        let tls: TLS?
    }

    private static let python = InstalledProgram.path(of: "python3")

    private static let script = ProjectFolder.root.appendingPathComponent("Tests/Origin/origin.py")

    private static let starting = Task {
        let server = try await OriginServer()
        sharedProcess.withLock { $0 = server.process.identifier }
        atexit { kill(OriginServer.sharedProcess.withLock { $0 }, SIGTERM) }
        return server
    }

    /// The process of ``shared()``, for the handler at exit, which can capture nothing.
    private static let sharedProcess = Mutex<Int32>(0)

    /// The server that all tests of this process share. Its counts are those of all tests: a test that looks at them starts a server of
    /// its own, or tells its requests apart by a query item such as `run=7`.
    public static func shared() async throws -> OriginServer { try await starting.value }

    /// The URL of the server, without a slash at its end.
    public var base: String { ready.base }
    /// The URL of the second port, where no credentials may arrive.
    public var secondBase: String { ready.secondBase }
    /// The servers with TLS; nil without `openssl`.
    public var tls: TLS? { ready.tls }

    private let process: ChildProcess
    private let ready: Ready

    /// Starts a server on free ports, which takes about half a second.
    ///
    /// - Throws: ``Failure`` with what the server printed if it does not start.
    public init() async throws {
        guard let python = Self.python else { throw Failure(description: "python3 is missing") }
        let output = FileManager.default.temporaryDirectory.appendingPathComponent("tabpipe-origin-\(UUID().uuidString)")
        try Data().write(to: output)
        defer { try? FileManager.default.removeItem(at: output) }
        let process = try ChildProcess(python, [Self.script.path, "--own-content", "--with-parent"]) { process in
            let file = try FileHandle(forWritingTo: output)
            process.standardOutput = file
            process.standardError = file
            return [file]
        }
        @Sendable func printed() -> String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }
        await process.wait { printed().contains("\n") }
        guard process.isRunning, let ready = try? Self.decoder.decode(Ready.self, from: Data(printed().utf8)) else {
            throw Failure(description: "the test server did not start: \(printed())")
        }
        self.process = process
        self.ready = ready
    }

    deinit {
        process.signal(SIGTERM)
        Thread.detachNewThread { [process] in
            // It removes its certificates; the process object kills it otherwise.
            for _ in 0..<200 where process.isRunning { Thread.sleep(forTimeInterval: 0.01) }
        }
    }

    private static let decoder = {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }()

    /// Forgets all counts and requests.
    public func reset() async throws { _ = try await control("reset") }

    /// Changes the content below `/cache` and the validators below `/endpoints`.
    public func touch() async throws { _ = try await control("touch") }

    /// What the server has counted since the last reset.
    public func stats() async throws -> OriginStats { try Self.decoder.decode(OriginStats.self, from: try await control("stats")) }

    /// The requests since the last reset, in the order of their responses.
    public func log() async throws -> [OriginRequest] {
        try JSONDecoder().decode([OriginRequest].self, from: try await control("log"))
    }

    /// The requests since the last reset to one path.
    public func log(of path: String) async throws -> [OriginRequest] { try await log().filter { $0.path == path } }

    /// Sends a request as a test would, and gives the body of the response, whatever its status.
    ///
    /// - Parameters:
    ///   - path: The path with the query.
    ///   - isSecond: Whether the request goes to the second port.
    public func get(_ path: String, second isSecond: Bool = false) async throws -> Data {
        let http = LocalHTTP(port: isSecond ? ready.secondPort : ready.port)
        return try await onBlockingThread { Result { try http.send("GET", path, nil) } }.get()
    }

    private func control(_ name: String) async throws -> Data { try await get("/control/\(name)") }
}
