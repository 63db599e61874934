import Foundation
import TestSupport

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A server that repeats the secret of its requests. The path says where: `/error`, `/next`, `/redirect`, `/items`.
struct EchoServer {
    let listener: LocalListener
    /// The URL without a slash at its end.
    var base: String { "http://127.0.0.1:\(listener.port)" }

    /// - Parameter echo: The secret in the form in which the server repeats it.
    init(_ echo: String) throws {
        listener = try LocalListener { connection, port in
            var bytes = [UInt8](repeating: 0, count: 8192)
            let count = unsafe recv(connection, &bytes, bytes.count, 0)
            let path = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: " ").dropFirst().first ?? ""
            let json = String(decoding: (try? JSONEncoder().encode(echo)) ?? Data(), as: UTF8.self)
            let query = echo.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["%"])) ?? ""
            var (head, body) = ("200 OK", #"{"items":[{"id":1},{"id":2,"echo":\#(json)}],"next":null}"#)
            switch path.prefix(while: { $0 != "?" }) {
            case "/error": (head, body) = ("400 Bad Request", #"{"error":\#(json)}"#)
            case "/next": body = #"{"items":[],"next":"http://127.0.0.2:\#(port)/x?echo=\#(query)"}"#
            case "/redirect": (head, body) = ("302 Found\r\nLocation: http://127.0.0.1:\(port)/error?echo=\(query)", "")
            default: break
            }
            let response = Array("HTTP/1.1 \(head)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)".utf8)
            _ = unsafe response.withUnsafeBytes { unsafe send(connection, $0.baseAddress, $0.count, 0) }
        }
    }
}
