import Foundation
import TestSupport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension LocalListener {
    /// A server that answers with the files of a folder, and with 404 for others.
    static func serving(_ folder: URL) throws -> LocalListener {
        try LocalListener { connection, _ in
            var request = [UInt8](repeating: 0, count: 4096)
            let count = unsafe recv(connection, &request, request.count, 0)
            guard count > 0 else { return }
            let path = String(decoding: request[..<count], as: UTF8.self).split(separator: " ").dropFirst().first ?? "/"
            let name = URL(fileURLWithPath: String(path)).lastPathComponent
            let body = try? Data(contentsOf: folder.appendingPathComponent(name))
            let head = "HTTP/1.1 \(body == nil ? "404 Not Found" : "200 OK")\r\nContent-Length: \(body?.count ?? 0)\r\n\r\n"
            let answer = Array(head.utf8) + Array(body ?? Data())
            _ = unsafe answer.withUnsafeBytes { unsafe send(connection, $0.baseAddress, $0.count, 0) }
            shutdown(connection, Int32(SHUT_WR))
            _ = unsafe recv(connection, &request, request.count, 0)
        }
    }
}
