import Foundation
import Pipeline
import TestSupport
import Testing
import WebAddresses

@testable import HTTP

/// A response as a server sends it, and what the transport makes of it.
struct TransportExample: CustomTestStringConvertible, Sendable {
    let name: String
    var method = "GET"
    let response: String
    var body = ""
    var status: Int? = 200
    var reason: TransportError.Reason?
    var limit = 1 << 20
    var testDescription: String { name }
}

@Suite("The transport on libcurl", .startsOnIdlePool) struct CurlTransportTests {
    static let examples = [
        TransportExample(name: "a body with a length", response: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc", body: "abc"),
        TransportExample(
            name: "a chunked body with a trailer",
            response: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nX-Trailer: 1\r\n\r\n",
            body: "abcde"),
        TransportExample(
            name: "a body that ends with the connection", response: "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabc", body: "abc"),
        TransportExample(
            name: "heads of 100 and 103 before the final one",
            response: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 201 OK\r\nContent-Length: 1\r\n\r\nz",
            body: "z", status: 201),
        TransportExample(name: "status 204", response: "HTTP/1.1 204 No Content\r\n\r\n", status: 204),
        TransportExample(name: "status 304 with a length", response: "HTTP/1.1 304 Same\r\nContent-Length: 9\r\n\r\n", status: 304),
        TransportExample(
            name: "HEAD", method: "HEAD", response: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nContent-Encoding: gzip\r\n\r\n"),
        TransportExample(name: "an empty body", response: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
        TransportExample(
            name: "an error with a body", response: "HTTP/1.1 503 Busy\r\nContent-Length: 5\r\n\r\nlater", body: "later", status: 503),
        TransportExample(
            name: "a redirect, which is not followed",
            response: "HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n", status: 302),
        TransportExample(
            name: "a body that breaks off", response: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nConnection: close\r\n\r\nabc", body: "abc",
            reason: .connectionLost(bytes: 3)),
        TransportExample(
            name: "a chunked body that breaks off",
            response: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\n", body: "abc",
            reason: .connectionLost(bytes: 3)),
        TransportExample(
            name: "a body longer than its length", response: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabcdef",
            body: "abc", reason: .malformedResponse("the body is longer than its Content-Length")),
        TransportExample(
            name: "a text that is not HTTP", response: "220 mail.example.org ESMTP\r\nConnection: close\r\n\r\n", status: nil,
            reason: .malformedResponse("the response does not begin with a status line of HTTP")),
        TransportExample(
            name: "part of a document that the request did not ask for",
            response: "HTTP/1.1 206 Partial\r\nContent-Length: 3\r\nContent-Range: bytes 0-2/9\r\n\r\nabc", status: nil,
            reason: .partialContent),
        TransportExample(
            name: "a coding that the request did not ask for",
            response: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Encoding: br\r\n\r\nabc",
            status: nil, reason: .unknownCoding("br")),
        TransportExample(
            name: "an error in a coding that the request did not ask for: the status says enough",
            response: "HTTP/1.1 503 Busy\r\nContent-Length: 3\r\nContent-Encoding: br\r\n\r\nabc", status: 503),
        TransportExample(
            name: "a body above the limit", response: "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc", reason: .tooLong(limit: 2),
            limit: 2),
    ]

    @Test("reads", arguments: examples) func reads(_ example: TransportExample) async throws {
        let server = try RawServer(answer: example.response)
        let exchange = try await TransportExchange(server.url()) { request in
            request.method = example.method
            request.maxResponseBytes = example.limit
        }
        #expect(exchange.error?.reason == example.reason)
        #expect(exchange.status == example.status)
        #expect(exchange.text == example.body)
        withExtendedLifetime(server) {}
    }

    @Test("sends the method, the headers, the secrets and the body") func sends() async throws {
        let server = try RawServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        _ = try await TransportExchange(server.url("/a?b=c")) { request in
            request.method = "PATCH"
            request.headers = ["Content-Type": "application/json", "X-Empty": ""]
            request.body = Array("{\"a\":1}".utf8)
            request.credentials = [.header(name: "Authorization", value: "Bearer t"), .query(name: "key", value: "k")]
        }
        let request = try #require(server.log.requests.first)
        #expect(request.hasPrefix("PATCH /a?b=c&key=k HTTP/1.1\r\n"))
        #expect(request.hasSuffix("\r\n\r\n{\"a\":1}"))
        let fields = request.components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n").dropFirst().sorted()
        #expect(
            fields == [
                "Accept-Encoding: gzip", "Accept: */*", "Authorization: Bearer t", "Content-Length: 7", "Content-Type: application/json",
                "Host: 127.0.0.1:\(server.port)", "User-Agent: tabpipe/\(TabpipeVersion.text)", "X-Empty:",
            ])
    }

    @Test("sends an empty body with POST, and one with GET") func sendsBodies() async throws {
        let server = try RawServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        for (method, body) in [("POST", nil), ("POST", ""), ("GET", "x"), ("DELETE", nil)] {
            _ = try await TransportExchange(server.url()) { request in
                request.method = method
                request.body = body.map { Array($0.utf8) }
            }
        }
        let requests = server.log.requests
        #expect(requests.map { $0.prefix { $0 != " " } } == ["POST", "POST", "GET", "DELETE"])
        #expect(requests.map { $0.contains("Content-Length: 0\r\n") } == [true, true, false, false])
        #expect(requests[2].hasSuffix("\r\n\r\nx"))
        #expect(!requests.contains { $0.contains("Expect") || $0.contains("urlencoded") })
    }

    @Test("uses one connection for requests in a row") func reusesConnections() async throws {
        let server = try RawServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let transport = try CurlTransport.ofTest()
        for _ in 0..<20 { #expect(try await TransportExchange(server.url(), through: transport).text == "ok") }
        #expect(server.log.connections == 1)
        #expect(server.log.requests.count == 20)
    }

    @Test("sends 200 requests, 16 at a time") func concurrent() async throws {
        let server = try RawServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let url = server.url()
        let transport = try CurlTransport.ofTest()
        try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<200 {
                if number >= 16 { #expect(try await group.next() == "ok") }
                group.addTask { try await TransportExchange(url, through: transport).text }
            }
            for try await text in group { #expect(text == "ok") }
        }
        #expect(server.log.requests.count == 200)
        #expect(server.log.connections <= 17)
    }

    @Test("repeats an idempotent request whose old connection is closed, and no other", arguments: [true, false])
    func staleConnection(isIdempotent: Bool) async throws {
        let server = try RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            // The next request on this connection gets no response.
            if connection.number == 1 { _ = connection.readRequest() } else { connection.waitForEnd() }
        }
        let transport = try CurlTransport.ofTest()
        for _ in 0..<2 {
            let exchange = try await TransportExchange(server.url(), through: transport) { $0.isIdempotent = isIdempotent }
            #expect(exchange.text == "ok")
        }
        #expect(server.log.requests.count == (isIdempotent ? 3 : 2))
    }

    @Test("reads heads of 1,100 fields, and refuses longer ones than 300 KiB") func longHeads() async throws {
        let field = "X-Field: \(String(repeating: "v", count: 240))\r\n"
        let long = try RawServer(
            answer: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n" + String(repeating: field, count: 1100) + "\r\n")
        let exchange = try await TransportExchange(long.url())
        #expect(exchange.error == nil)
        #expect(exchange.headers.values(of: "x-field").count == 1100)
        let longer = try RawServer(
            answer: "HTTP/1.1 200 OK\r\nConnection: close\r\n" + String(repeating: field, count: 1300) + "\r\n")
        #expect(try await TransportExchange(longer.url()).error?.reason == .longHead)
    }

    @Test("reads a line of 60 KiB in a head, and refuses one of 120 KiB", arguments: [60, 120]) func longLine(kibibytes: Int) async throws {
        let field = "X-Field: \(String(repeating: "v", count: kibibytes << 10))\r\n"
        let server = try RawServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\(field)\r\n")
        #expect(try await TransportExchange(server.url()).error?.reason == (kibibytes < 64 ? nil : .longHead))
    }

    @Test("refuses control characters in a request before it is sent") func injection() async throws {
        let server = try RawServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        let exchange = try await TransportExchange(server.url()) { request in
            request.credentials = [.header(name: "Authorization", value: "secret\r\nX-Other: 1")]
        }
        #expect(
            exchange.error
                == TransportError(
                    .invalidRequest("the value of the header Authorization contains a control character"), mayHaveReachedServer: false)
        )
        #expect(server.log.connections == 0)
    }

    @Test("names a port without a server") func refusedConnection() async throws {
        let port: UInt16
        do { port = try RawServer(answer: "").port }
        let error = try await TransportExchange("http://127.0.0.1:\(port)/").error
        #expect(
            error == TransportError(.cannotConnect(host: "127.0.0.1", port: Int(port), isProxy: false), mayHaveReachedServer: false))
    }

    @Test("names a connection that ends without a response", arguments: [true, false]) func noResponse(isReset: Bool) async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            if isReset { connection.resetAtClose() }
        }
        #expect(try await TransportExchange(server.url()).error == TransportError(.connectionLost(bytes: 0)))
    }
}

/// What one request through ``CurlTransport`` gives.
struct TransportExchange {
    var status: Int?
    var headers = HTTPHeaders()
    var body: [UInt8] = []
    /// The failure of the head or the body.
    var error: TransportError?

    var text: String { String(decoding: body, as: UTF8.self) }

    /// Sends a request and reads its response.
    ///
    /// - Parameter transport: One with a loop of its own, if the test counts connections: the tests that run at the same time share the
    ///   idle connections of the other one, and close the oldest.
    init(_ url: String, through transport: CurlTransport = .shared, _ change: (inout HTTPRequest) -> Void = { _ in }) async throws {
        var request = HTTPRequest(try #require(WebAddress(url)))
        change(&request)
        try await self.init(request, through: transport)
    }

    init(_ request: HTTPRequest, through transport: CurlTransport = .shared) async throws {
        do {
            let response = try await transport.send(request)
            status = response.head.status
            headers = response.head.headers
            while case let piece = try await response.body.read(), !piece.isEmpty { body += piece }
        } catch let error as TransportError {
            self.error = error
        }
    }
}

extension CurlTransport {
    /// A transport with connections of its own.
    static func ofTest() throws -> CurlTransport {
        let loop = try CurlLoop.start()
        return CurlTransport { _ throws(TransportError) in loop }
    }
}
