import Foundation
import Testing

@testable import SourcesRemote

/// What one request through ``CurlTransport`` gives.
struct TransportExchange {
    var status: Int?
    var headers = HTTPHeaders()
    var body: [UInt8] = []
    /// The failure of the head or the body.
    var error: TransportError?

    var text: String { String(decoding: body, as: UTF8.self) }

    /// Sends a request and reads its response.
    init(_ url: String, _ change: (inout HTTPRequest) -> Void = { _ in }) async throws {
        var request = HTTPRequest(try #require(WebAddress(url)))
        change(&request)
        try await self.init(request)
    }

    init(_ request: HTTPRequest) async throws {
        do {
            let response = try await CurlTransport.shared.send(request)
            status = response.head.status
            headers = response.head.headers
            while case let piece = try await response.body.read(), !piece.isEmpty { body += piece }
        } catch let error as TransportError {
            self.error = error
        }
    }
}
