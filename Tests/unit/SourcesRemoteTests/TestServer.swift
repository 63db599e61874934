import Foundation
import TestSupport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A server on this machine that answers each connection with the same bytes and closes it.
struct TestServer {
    private let listener: LocalListener

    var port: UInt16 { listener.port }

    /// Opens a port and answers until the end of this value's life.
    ///
    /// - Parameter answer: The whole answer; `PORT` in it becomes the number of the port.
    init(answer: String) throws {
        listener = try LocalListener { connection, port in
            let bytes = Array(answer.replacing("PORT", with: String(port)).utf8)
            var request = [UInt8](repeating: 0, count: 4096)
            _ = unsafe recv(connection, &request, request.count, 0)
            _ = unsafe bytes.withUnsafeBytes { unsafe send(connection, $0.baseAddress, $0.count, 0) }
            // Ends the answer, and waits until the client has read all of it.
            shutdown(connection, Int32(SHUT_WR))
            _ = unsafe recv(connection, &request, request.count, 0)
        }
    }
}
