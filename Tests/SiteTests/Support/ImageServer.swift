import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A server on this machine for images: it answers every path with a picture, late if the path says so, and notes what was asked for.
///
/// Held by a test and by a thread, and so a class.
final class ImageServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let log: Log

    /// The paths that were asked for. Used by all threads, and so a class.
    private final class Log: Sendable {
        let paths = Mutex<[String]>([])
    }

    /// What was asked for so far.
    var requests: [String] { log.paths.withLock { $0 } }

    func forget() { log.paths.withLock { $0 = [] } }

    func address(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

    /// A picture of this size that needs no image format.
    static func picture(width: Int = 600, height: Int = 400) -> Data {
        Data(
            "<svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(height)'><rect width='100%' height='100%' fill='#789'/></svg>"
                .utf8)
    }

    /// Opens a port.
    ///
    /// - Parameter files: The bytes for a path; nil answers 404. A path with `late` in it is answered after half a second.
    init(files: @escaping @Sendable (String) -> Data? = { $0.contains("missing") ? nil : ImageServer.picture() }) throws {
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        let listener = socket(AF_INET, kind, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(listener, address, length) == 0 && listen(listener, 64) == 0 && getsockname(listener, address, &length) == 0
            }
        }
        guard isOpen else { throw POSIXError(.EADDRNOTAVAIL) }
        self.listener = listener
        let log = Log()
        self.log = log
        port = UInt16(bigEndian: address.sin_port)
        signal(SIGPIPE, SIG_IGN)
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                Thread.detachNewThread { Self.answer(connection, log, files) }
            }
        }
    }

    private static func answer(_ connection: Int32, _ log: Log, _ files: (String) -> Data?) {
        defer { close(connection) }
        var request = [UInt8](repeating: 0, count: 4096)
        let count = unsafe recv(connection, &request, request.count, 0)
        // A browser opens connections that it does not use; without a request they count for nothing.
        guard count > 0 else { return }
        let words = String(decoding: request.prefix(count), as: UTF8.self).split(separator: " ", maxSplits: 2)
        let path = words.count > 1 ? String(words[1].dropFirst()) : "?"
        log.paths.withLock { $0.append(path) }
        if path.contains("late") { usleep(500_000) }
        let body = files(path)
        let types = ["jpg": "image/jpeg", "gif": "image/gif", "png": "image/png", "tml": "text/html", "svg": "image/svg+xml"]
        let type = types[String(path.suffix(3))] ?? "text/plain"
        let head = "HTTP/1.1 \(body == nil ? "404 Not Found" : "200 OK")\r\nContent-Type: \(type)\r\n"
        let length = "Content-Length: \(body?.count ?? 0)\r\nConnection: close\r\n\r\n"
        let file = FileHandle(fileDescriptor: connection, closeOnDealloc: false)
        try? file.write(contentsOf: Data((head + length).utf8) + (body ?? Data()))
        shutdown(connection, Int32(SHUT_WR))
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }
}
