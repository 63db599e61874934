import Foundation
import Synchronization
import TestSupport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A local server of images that records the requested paths.
struct ImageServer: Sendable {
    private let listener: LocalListener
    private let log: Log

    var port: UInt16 { listener.port }

    /// The requested paths. The threads of all connections share it, and so it is a class.
    private final class Log: Sendable {
        let paths = Mutex<[String]>([])
    }

    /// The paths requested so far.
    var requests: [String] { log.paths.withLock { $0 } }

    func forgetRequests() { log.paths.withLock { $0 = [] } }

    func address(_ path: String) -> String { "http://127.0.0.1:\(listener.port)/\(path)" }

    /// An SVG image of this size, in pixels.
    static func picture(width: Int = 600, height: Int = 400) -> Data {
        Data(
            "<svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(height)'><rect width='100%' height='100%' fill='#789'/></svg>"
                .utf8)
    }

    /// Opens a port.
    ///
    /// - Parameter files: Returns the bytes for a path, or nil for the status 404. A path with `late` in it gets its answer after 0.5 s.
    init(files: @escaping @Sendable (String) -> Data? = { $0.contains("missing") ? nil : ImageServer.picture() }) throws {
        let log = Log()
        self.log = log
        listener = try LocalListener { connection, _ in Self.answer(connection, log, files) }
    }

    private static func answer(_ connection: Int32, _ log: Log, _ files: (String) -> Data?) {
        var request = [UInt8](repeating: 0, count: 4096)
        let count = unsafe recv(connection, &request, request.count, 0)
        // A browser opens connections ahead of need; one without a request is not recorded.
        guard count > 0 else { return }
        let words = String(decoding: request.prefix(count), as: UTF8.self).split(separator: " ", maxSplits: 2)
        let target = words.count > 1 ? String(words[1]) : "/?"
        // As a proxy it gets whole URLs, and the name of a host for a connection with TLS, which it refuses.
        let isTunnel = words.first == "CONNECT"
        let path = isTunnel ? target : String(target.replacing(/^http:\/\/[^\/]*/, with: "").dropFirst())
        log.paths.withLock { $0.append(path) }
        if path.contains("late") { usleep(500_000) }
        let body = isTunnel ? nil : files(path)
        let types = [
            "jpg": "image/jpeg", "gif": "image/gif", "png": "image/png", "tml": "text/html", "svg": "image/svg+xml",
            "in1": "text/html; charset=latin1",
        ]
        let type = types[String(path.suffix(3))] ?? "text/plain"
        let head = "HTTP/1.1 \(body == nil ? "404 Not Found" : "200 OK")\r\nContent-Type: \(type)\r\n"
        // Pages from a disk may read the answers.
        let length = "Access-Control-Allow-Origin: *\r\nContent-Length: \(body?.count ?? 0)\r\nConnection: close\r\n\r\n"
        let file = FileHandle(fileDescriptor: connection, closeOnDealloc: false)
        try? file.write(contentsOf: Data((head + length).utf8) + (body ?? Data()))
        shutdown(connection, Int32(SHUT_WR))
    }
}
