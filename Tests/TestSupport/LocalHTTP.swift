import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A minimal HTTP client of the test server, with one connection per request.
struct LocalHTTP {
    let port: UInt16

    #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
    private static let stream = SOCK_STREAM
    #endif

    struct Failure: Error {
        let description: String
    }

    /// Sends a request and waits for the complete response.
    ///
    /// - Parameters:
    ///   - method: The HTTP method.
    ///   - path: The path of the URL.
    ///   - body: A body in JSON.
    ///   - seconds: The timeout of each read, in seconds.
    /// - Returns: The body of the response.
    func send(_ method: String, _ path: String, _ body: Data?, seconds: Int = 120) throws -> Data {
        let descriptor = socket(AF_INET, Self.stream, 0)
        guard descriptor >= 0 else { throw Failure(description: "no socket") }
        defer { close(descriptor) }
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let connected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe connect(descriptor, $0, size) }
        }
        guard connected == 0 else { throw Failure(description: "no listener on port \(port)") }
        var request = Data("\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n".utf8)
        request += Data("Content-Type: application/json; charset=utf-8\r\nContent-Length: \(body?.count ?? 0)\r\n\r\n".utf8)
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        try file.write(contentsOf: request + (body ?? Data()))
        var answer = Data()
        let blank = Data("\r\n\r\n".utf8)
        while true {
            if let head = answer.range(of: blank) {
                let length = String(decoding: answer[..<head.lowerBound], as: UTF8.self).lowercased()
                    .firstMatch(of: /content-length: *(\d+)/).flatMap { Int($0.1) }
                if let length, answer.count >= head.upperBound + length { return answer[head.upperBound..<head.upperBound + length] }
            }
            let piece = file.availableData
            if piece.isEmpty { break }
            answer += piece
        }
        guard let head = answer.range(of: blank) else { throw Failure(description: "no answer to \(method) \(path)") }
        return answer[head.upperBound...]
    }
}
