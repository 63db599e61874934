import Foundation
@testable import Ground
import TestSupport
import Testing

@testable import Ground
@testable import HTTP
@testable import Pipeline

@Suite("A gzip body") struct TransportCompressionTests {
    private static func compressed(_ text: String) throws -> [UInt8] {
        var encoder = try GzipEncoder()
        var output: [UInt8] = []
        try encoder.encode(Array(text.utf8).span, isLast: true, into: &output)
        return output
    }

    private static let text = (0..<100).map { "{\"id\":\($0)}\n" }.joined()

    /// Sends a request to a server that responds with this body.
    private static func exchange(
        _ body: [UInt8], coding: String = "gzip", _ change: (inout HTTPRequest) -> Void = { _ in }
    ) async throws -> TransportExchange {
        let server = try RawServer { connection in
            while connection.readRequest() != nil {
                let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(body.count)\r\n\r\n"
                connection.send(Array(head.utf8) + body)
            }
        }
        defer { withExtendedLifetime(server) {} }
        return try await TransportExchange(server.url(), change)
    }

    @Test("is decompressed, also in several members", arguments: [1, 3]) func members(count: Int) async throws {
        let body = try Array(repeating: Self.compressed(Self.text), count: count).flatMap { $0 }
        let exchange = try await Self.exchange(body, coding: "x-gzip")
        #expect(exchange.error == nil)
        #expect(exchange.text == String(repeating: Self.text, count: count))
        #expect(exchange.headers["Content-Encoding"] == nil)
        #expect(exchange.headers["Content-Length"] == nil)
    }

    @Test("that ends early is an error at every byte, although its length is right") func truncated() async throws {
        let body = try Self.compressed(Self.text)
        for length in stride(from: 1, to: body.count, by: 7) {
            let exchange = try await Self.exchange(Array(body.prefix(length)))
            guard case .badCompression? = exchange.error?.reason else {
                Issue.record("expected an error after \(length) bytes, found \(String(describing: exchange.error))")
                return
            }
            #expect(Self.text.hasPrefix(exchange.text))
        }
    }

    @Test("that is damaged is an error") func damaged() async throws {
        var body = try Self.compressed(Self.text)
        body[body.count - 6] ^= 1
        let exchange = try await Self.exchange(body)
        #expect(exchange.error?.reason == .badCompression("the checksum of the compressed data is wrong: it was damaged"))
    }

    @Test("counts decompressed bytes for the limit") func limit() async throws {
        let body = try Self.compressed(String(repeating: "a", count: 1 << 20))
        let exchange = try await Self.exchange(body) { $0.maxResponseBytes = 1 << 19 }
        #expect(exchange.error?.reason == .tooLong(limit: 1 << 19))
        #expect(exchange.body.count <= 1 << 19)
    }

    @Test("of length 0 is empty") func empty() async throws {
        let exchange = try await Self.exchange([])
        #expect(exchange.error == nil)
        #expect(exchange.body.isEmpty)
    }
}
