import Foundation
import Testing

@testable import HTTP

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
