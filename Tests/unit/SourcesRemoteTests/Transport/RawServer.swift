import Foundation
import Synchronization
import TestSupport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A server on this machine that a test scripts byte by byte.
struct RawServer {
    /// One accepted connection.
    struct Connection {
        let descriptor: Int32
        /// The number of this connection, from 1.
        let number: Int
        fileprivate let requests: Log

        /// Reads the next request, with its body if it has a Content-Length.
        ///
        /// - Returns: nil if the client has closed the connection.
        func readRequest() -> String? {
            var text: [UInt8] = []
            while true {
                if let end = text.firstRange(of: Array("\r\n\r\n".utf8)) {
                    let head = String(decoding: text[..<end.lowerBound], as: UTF8.self)
                    let length = head.lowercased().firstMatch(of: /content-length: *(\d+)/).flatMap { Int($0.1) } ?? 0
                    if text.count >= end.upperBound + length { break }
                }
                var buffer = [UInt8](repeating: 0, count: 65536)
                let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
                guard count > 0 else { return nil }
                text += buffer[..<count]
            }
            let request = String(decoding: text, as: UTF8.self)
            requests.append(request)
            return request
        }

        /// Sends bytes.
        ///
        /// - Returns: false if the client has closed the connection.
        @discardableResult func send(_ bytes: [UInt8]) -> Bool {
            var done = 0
            while done < bytes.count {
                let count = unsafe bytes.withUnsafeBytes { buffer in
                    unsafe Self.send(descriptor, buffer.baseAddress?.advanced(by: done), bytes.count - done)
                }
                guard count > 0 else { return false }
                done += count
            }
            return true
        }

        @discardableResult func send(_ text: String) -> Bool { send(Array(text.utf8)) }

        private static func send(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
            #if canImport(Glibc)
            unsafe Glibc.send(descriptor, bytes, count, 0)
            #else
            unsafe Darwin.send(descriptor, bytes, count, 0)
            #endif
        }

        /// Waits until the client closes the connection.
        func waitForEnd() { while readRequest() != nil {} }

        /// Has the system answer with a reset when the connection is closed.
        func resetAtClose() {
            var linger = linger(l_onoff: 1, l_linger: 0)
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        }
    }

    /// The requests of all connections.
    final class Log: Sendable {
        private let entries = Mutex<[String]>([])
        private let connectionCount = Mutex(0)

        var requests: [String] { entries.withLock { $0 } }
        var connections: Int { connectionCount.withLock { $0 } }

        func append(_ request: String) { entries.withLock { $0.append(request) } }

        func addConnection() -> Int {
            connectionCount.withLock { count in
                count += 1
                return count
            }
        }
    }

    let log = Log()
    private let listener: LocalListener

    /// - Parameter script: Handles one connection on its own thread.
    init(_ script: @escaping @Sendable (Connection) -> Void) throws {
        listener = try LocalListener { [log] descriptor, _ in
            script(Connection(descriptor: descriptor, number: log.addConnection(), requests: log))
        }
    }

    /// Answers each request of a connection with the same text, and closes the connection if the answer says so.
    init(answer: String) throws {
        let closes = answer.contains("Connection: close")
        try self.init { connection in
            while connection.readRequest() != nil, connection.send(answer), !closes {}
        }
    }

    var port: UInt16 { listener.port }

    func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }
}
