import TestSupport
import Testing
import WebAddresses

@testable import HTTP

@Suite(
    "The end of a body over TLS", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping),
    .needs(OriginServer.hasTLS, OriginServer.reasonForSkippingTLS))
struct TLSEndTests {
    /// With other libraries, the transport cannot see all of this.
    private static let seesEnd = (try? CurlLibrary.loaded.get().seesEndOfTLS) ?? false
    private static let reasonForSkipping: Comment = "needs libcurl with OpenSSL or GnuTLS"

    /// What one request gives.
    private struct Exchange {
        var text = ""
        /// The failure of the head or the body.
        var error: TransportError?
    }

    private func exchange(_ path: String, method: String = "GET") async throws -> Exchange {
        let tls = try #require(try await OriginServer.shared().tls)
        var request = HTTPRequest(try #require(WebAddress("\(tls.valid)/fault/\(path)")))
        request.method = method
        request.caFile = tls.caFile
        // A loop of its own: the tests that run at the same time share the idle connections of the other one, and close the oldest.
        let loop = try CurlLoop.start()
        var body: [UInt8] = []
        do {
            let response = try await CurlTransport { _ throws(TransportError) in loop }.send(request)
            while case let piece = try await response.body.read(), !piece.isEmpty { body += piece }
        } catch let error as TransportError {
            return Exchange(text: String(decoding: body, as: UTF8.self), error: error)
        }
        return Exchange(text: String(decoding: body, as: UTF8.self))
    }

    @Test("that has no length is close_notify", .needs(seesEnd, reasonForSkipping)) func closeNotify() async throws {
        let whole = try await exchange("close_delimited?format=lines")
        #expect(whole.error == nil)
        #expect(whole.text.split(separator: "\n").count == 437)
        let cut = try await exchange("close_delimited?format=lines&cut=1&notify=0")
        #expect(cut.text.split(separator: "\n").count == 200)
        #expect(cut.error == TransportError(.unannouncedEnd(bytes: cut.text.utf8.count)))
        #expect(cut.error?.isPassing == true)
    }

    @Test("needs no close_notify where HTTP ends it", arguments: ["close_delimited?notify=0", "no_location"])
    func withoutBody(_ path: String) async throws {
        // Of HEAD, there is no body. The server leaves the other connection open.
        let exchange = try await exchange(path, method: path == "no_location" ? "GET" : "HEAD")
        #expect(exchange.error == nil)
    }

    @Test("that comes early is an error", arguments: ["length?by=100&format=lines", "chunked_cut?format=lines"])
    func early(_ path: String) async throws {
        let exchange = try await exchange(path)
        #expect(exchange.text.split(separator: "\n").count == 200)
        #expect(exchange.error?.isPassing == true)
    }

    @Test(
        "that is not where its length says is an error, together with the head or behind it",
        .needs(seesEnd, reasonForSkipping), arguments: ["length?by=-100", "length?by=-100&keep=1"])
    func late(_ path: String) async throws {
        let exchange = try await exchange(path)
        #expect(exchange.error == TransportError(.malformedResponse("the body is longer than its Content-Length")))
        #expect(exchange.text.hasPrefix("{\"items\""))
    }
}
