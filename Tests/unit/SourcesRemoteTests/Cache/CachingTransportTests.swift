import Checksums
import Foundation
import Pipeline
import TestSupport
import Testing
import WebAddresses

@testable import HTTP

@Suite("A cache in front of a server") struct CachingTransportTests {
    /// A server that honours entity tags.
    private static func server(_ body: @escaping @Sendable (_ number: Int) -> String = { _ in "[1]" }) -> ScriptedTransport {
        ScriptedTransport { request, number in
            let body = body(number)
            let tag = "\"\(SHA256Hasher.hex(of: body.utf8).prefix(8))\""
            let headers: HTTPHeaders = ["ETag": tag, "X-RateLimit-Remaining": "\(100 - number)"]
            if request.headers["If-None-Match"] == tag { return .scripted(304, headers) }
            return .scripted(200, headers, body: body)
        }
    }

    @Test("validates each entry, and a 304 gives the stored body") func revalidates() async throws {
        let example = try CacheExample()
        let server = Self.server { $0 < 2 ? "[1]" : "[2]" }
        let cache = example.transport(server)
        let request = try HTTPRequest.example()
        for (use, text) in [(CacheUse.miss, "[1]"), (.revalidated, "[1]"), (.miss, "[2]"), (.revalidated, "[2]")] {
            let response = try await cache.send(request)
            #expect(response.cacheUse == use)
            #expect(response.isFromCache == (use == .revalidated))
            #expect(response.head.status == 200)
            #expect(try await response.text() == text)
        }
        #expect(server.requests.count == 4)
        #expect(server.requests.map { $0.headers["If-None-Match"] != nil } == [false, true, true, true])
        #expect(try await example.offline().send(request).text() == "[2]")
    }

    @Test("gives no stored response of an address that the request must not reach") func guarded() async throws {
        let example = try CacheExample()
        var request = HTTPRequest(try #require(WebAddress("http://127.0.0.1/a.png")))
        try await example.store(.scripted(body: "[1]"), to: request)
        #expect(try await example.offline().send(request).text() == "[1]")
        request.isGuarded = true
        let (offline, guarded) = (example.offline(), request)
        let error = await #expect(throws: TransportError.self) { try await offline.send(guarded) }
        #expect(error?.reason == AddressRefusal(host: "127.0.0.1").map { .refusedAddress($0) })
    }

    @Test("stores the name of a secret URL in place of the URL") func secretAddress() async throws {
        let example = try CacheExample()
        var request = try HTTPRequest.example("/hooks/s3cr3t-path")
        request.secretName = "$env.API_URL"
        try await example.store(.scripted(body: "[1]"), to: request)
        let entry = String(decoding: try example.onlyEntry(), as: UTF8.self)
        #expect(!entry.contains("s3cr3t-path"))
        #expect(entry.contains("$env.API_URL"))
        #expect(try await example.offline().send(request).text() == "[1]")
    }

    @Test("gives a response whose URL holds a secret to no run with another one") func secretsInAddresses() async throws {
        var example = try CacheExample()
        let server = ScriptedTransport { _, number in .scripted(body: "\(number)") }
        for (number, secret) in ["first-account-0123", "other-account-4567"].enumerated() {
            example.secrets = LearnedSecrets()
            example.secrets.insert([secret])
            // Such as the target of a redirect to another host, which gets no credentials.
            let request = try HTTPRequest.example("/file?sig=\(secret)")
            let response = try await example.transport(server, fresh: 600).send(request)
            #expect(try await response.text() == "\(number)")
        }
        #expect(server.requests.count == 2)
    }

    @Test("gives each of two steps whose URLs differ in secrets alone its own response offline") func secretsOfSteps() async throws {
        let example = try CacheExample()
        let server = ScriptedTransport { _, number in .scripted(body: "\(number)") }
        let secrets = ["first-account-0123", "other-account-4567"]
        example.secrets.insert(secrets)
        for transport in [example.transport(server, keep: .all), example.offline()] {
            for (number, secret) in secrets.enumerated() {
                var request = try HTTPRequest.example("/file?sig=\(secret)")
                request.stepAddress = request.address
                #expect(try await transport.send(request).text() == "\(number)")
            }
        }
        var request = try HTTPRequest.example("/file?sig=\(secrets[0])x")
        request.stepAddress = request.address
        await #expect(throws: TransportError.self) { _ = try await example.offline().send(request) }
    }

    @Test("fetches again where a 304 named a URL with a secret") func secretInValidation() async throws {
        let example = try CacheExample()
        let secret = "access-token-0123456"
        let next = "<https://api.example.org/next/\(secret)>; rel=\"next\""
        let server = ScriptedTransport { request, number in
            if request.headers["If-None-Match"] != nil { return .scripted(304, ["ETag": "\"a\"", "Link": next]) }
            return .scripted(200, number == 0 ? ["ETag": "\"a\""] : ["ETag": "\"a\"", "Link": next], body: "[1]")
        }
        example.secrets.insert([secret])
        let request = try HTTPRequest.example()
        for (wait, link) in [(0, nil), (601, next), (1, next)] as [(Double, String?)] {
            example.clock.advance(by: wait)
            let response = try await example.transport(server, fresh: 600).send(request)
            #expect(try await response.text() == "[1]")
            #expect(response.head.headers["Link"] == link)
        }
    }

    @Test("gives the rate limit of a 304, and none of an old response") func rateLimits() async throws {
        let example = try CacheExample()
        let cache = example.transport(Self.server(), fresh: 60)
        let request = try HTTPRequest.example()
        let first = try await cache.send(request)
        _ = try await first.text()
        #expect(first.head.headers["X-RateLimit-Remaining"] == "100")
        #expect(try await cache.send(request).head.headers["X-RateLimit-Remaining"] == nil)
        example.clock.advance(by: 61)
        #expect(try await cache.send(request).head.headers["X-RateLimit-Remaining"] == "99")
    }

    @Test("asks for nothing that is younger than fresh_seconds, counted from the last validation") func fresh() async throws {
        let example = try CacheExample()
        let server = Self.server()
        let request = try HTTPRequest.example()
        var uses: [CacheUse?] = []
        for wait in [0.0, 599, 2, 599, 2] {
            example.clock.advance(by: wait)
            // A new transport each time, as in runs one after the other.
            let response = try await example.transport(server, fresh: 600).send(request)
            #expect(try await response.text() == "[1]")
            uses.append(response.cacheUse)
        }
        #expect(uses == [.miss, .hit, .revalidated, .hit, .revalidated])
    }

    @Test("stores no secret that the server repeats, and gives such a response only offline") func secrets() async throws {
        let example = try CacheExample()
        example.secrets.insert(["a-secret-of-24-characters"])
        let text = #"{"next":"https://api.example.org/x?t=a-secret-of-24-characters"}"#
        for headers: HTTPHeaders in [["ETag": "\"1\""], ["Link": "</x?t=A-SECRET-OF-24-CHARACTERS>; rel=next"]] {
            let pieces = ScriptedTransport { _, _ in
                let bytes = Array(text.utf8)
                return HTTPResponse(
                    head: ResponseHead(status: 200, headers: headers), body: ScriptedBody([Array(bytes[..<40]), Array(bytes[40...])]))
            }
            let cache = example.transport(pieces, fresh: 600)
            for _ in 0..<2 {
                let response = try await cache.send(.example(token: "a-secret-of-24-characters"))
                #expect(try await response.text() == text)
                #expect(response.cacheUse == .miss)
            }
            #expect(pieces.requests.allSatisfy { $0.headers["If-None-Match"] == nil })
            let entry = String(decoding: try example.onlyEntry(), as: UTF8.self)
            #expect(!entry.lowercased().contains("secret") && entry.contains(#""masked":1"#))
            let offline = try await example.offline().send(.example(token: "a-secret-of-24-characters"))
            #expect(try await offline.text() == #"{"next":"https://api.example.org/x?t=***"}"#)
        }
        // A URL with the secret finds the same entry as one from a masked page.
        let server = Self.server()
        _ = try await example.transport(server).send(.example("/x?t=a-secret-of-24-characters")).text()
        #expect(try await example.offline().send(.example("/x?t=***")).text() == "[1]")
    }

    @Test("sends nothing offline, and names what is missing") func offline() async throws {
        let example = try CacheExample()
        let server = Self.server()
        let cache = example.transport(server, .offline)
        let error = TransportError(.notInCache(method: "GET", folder: example.path), mayHaveReachedServer: false)
        await #expect(throws: error) { try await cache.send(.example()) }
        #expect(!FileManager.default.fileExists(atPath: example.path))
        try await example.store(.scripted(body: "[1]"), to: .example())
        let response = try await cache.send(.example())
        #expect(response.cacheUse == .hit)
        #expect(try await response.text() == "[1]")
        await #expect(throws: error) { try await cache.send(.example("/other")) }
        await #expect(throws: error) { try await cache.send(.example("/other", token: "t")) }
        #expect(server.requests.isEmpty)
    }

    @Test("never gives one account what another one received") func accounts() async throws {
        let example = try CacheExample()
        let server = ScriptedTransport { request, _ in
            guard case .header(_, let value)? = request.credentials.first else { return .scripted(body: "public") }
            return .scripted(200, ["ETag": "\"same\"", "Cache-Control": "private"], body: "of \(value)")
        }
        for token in ["one", "two"] {
            let response = try await example.transport(server, fresh: 600).send(.example(token: token))
            #expect(try await response.text() == "of Bearer \(token)")
        }
        #expect(server.requests.count == 2)
        #expect(server.requests.allSatisfy { $0.headers["If-None-Match"] == nil })
        for token in ["one", "two"] { #expect(try await example.offline().send(.example(token: token)).text() == "of Bearer \(token)") }
        for token in ["three", nil] {
            await #expect(throws: TransportError.self) { try await example.offline().send(.example(token: token)) }
        }
        // What was recorded without credentials is given to all, offline alone.
        try await example.store(.scripted(body: "public"), to: .example())
        for token in ["three", nil] { #expect(try await example.offline().send(.example(token: token)).text() == "public") }
        #expect(try await example.offline().send(.example(token: "one")).text() == "of Bearer one")
        #expect(try await example.transport(server, fresh: 600).send(.example(token: "three")).text() == "of Bearer three")
    }

    @Test("stores no response to a request for tokens") func tokens() async throws {
        let example = try CacheExample()
        var request = try HTTPRequest.example("/token", method: "POST")
        request.isCacheable = false
        let response = try await example.transport(Self.server(), keep: .all).send(request)
        #expect(try await response.text() == "[1]")
        #expect(response.cacheUse == nil)
        #expect(try example.names() == [])
        await #expect(throws: TransportError.self) { try await example.offline().send(request) }
    }

    @Test("stores nothing of a body that breaks, or is not read to its end", arguments: [true, false])
    func incomplete(_ breaks: Bool) async throws {
        let example = try CacheExample()
        try await example.store(.scripted(200, ["ETag": "\"old\""], body: "old"), to: .example())
        let lost = TransportError(.connectionLost(bytes: 3))
        let server = ScriptedTransport { _, _ in .scripted(body: "new", then: breaks ? lost : nil) }
        do {
            let response = try await example.transport(server).send(.example())
            #expect(try await response.body.read() == Array("new".utf8))
            if breaks {
                await #expect(throws: lost) { try await response.body.read() }
            } else {
                response.body.cancel()
            }
        }
        #expect(try example.names() == example.entries())
        #expect(try await example.offline().send(.example()).text() == "old")
    }

    @Test("asks without conditions if a 304 is about another document") func wrongConfirmation() async throws {
        let example = try CacheExample()
        try await example.store(.scripted(200, ["ETag": "\"a\""], body: "old"), to: .example())
        let server = ScriptedTransport { request, _ in
            request.headers["If-None-Match"] == nil ? .scripted(200, ["ETag": "\"b\""], body: "new") : .scripted(304, ["ETag": "\"b\""])
        }
        let response = try await example.transport(server).send(.example())
        #expect(response.cacheUse == .miss)
        #expect(try await response.text() == "new")
        #expect(server.requests.map { $0.headers["If-None-Match"] } == ["\"a\"", nil])
    }

    @Test("passes errors on, and keeps the old entry", arguments: [404, 429, 500, 503]) func errors(_ status: Int) async throws {
        let example = try CacheExample()
        try await example.store(.scripted(200, ["ETag": "\"a\""], body: "old"), to: .example())
        let server = ScriptedTransport { _, _ in .scripted(status, body: "sorry") }
        let response = try await example.transport(server).send(.example())
        #expect(response.head.status == status)
        #expect(try await response.text() == "sorry")
        #expect(try await example.offline().send(.example()).text() == "old")
    }

    @Test("records redirects and empty responses, whose bodies are never read", arguments: [204, 301, 302, 303, 307, 308])
    func redirects(_ status: Int) async throws {
        let example = try CacheExample()
        let server = ScriptedTransport { _, _ in .scripted(status, ["Location": "/other"], body: status == 204 ? "" : "moved") }
        let cache = example.transport(server)
        for _ in 0..<2 { #expect(try await cache.send(.example()).head.status == status) }
        #expect(server.requests.count == 2)
        let stored = try await example.offline().send(.example())
        #expect(stored.head.status == status)
        #expect(stored.head.headers["Location"] == "/other")
        #expect(try await stored.text() == "")
    }

    @Test("records errors and posted queries where all is kept, whether their bodies are read or not") func keepsAll() async throws {
        let example = try CacheExample()
        let server = ScriptedTransport { request, _ in
            .scripted(request.method == "GET" ? 404 : 200, ["Cache-Control": "no-store"], body: request.method)
        }
        var query = try HTTPRequest.example(method: "POST")
        query.body = Array("{}".utf8)
        let requests = [try HTTPRequest.example(), query]
        for request in requests { _ = try await example.transport(server).send(request).text() }
        #expect(try example.entries() == [])
        let cache = example.transport(server, keep: .all)
        _ = try await cache.send(requests[0])
        #expect(try await cache.send(requests[0]).text() == "GET")
        _ = try await cache.send(query).text()
        let stored = try await example.offline().send(requests[0])
        #expect(stored.head.status == 404)
        #expect(try await stored.text() == "GET")
        #expect(try await example.offline().send(query).text() == "POST")
        query.body = Array("{\"cursor\":1}".utf8)
        await #expect(throws: TransportError.self) { try await example.offline().send(query) }
    }

    @Test("leaves the files of unchanged responses as they are, for recordings in a repository") func stable() async throws {
        let example = try CacheExample()
        let server = ScriptedTransport { _, number in
            .scripted(200, ["Date": "D\(number)", "X-RateLimit-Remaining": "\(number)", "Link": "<n>"], body: "[1]")
        }
        let request = try HTTPRequest.example()
        _ = try await example.transport(server).send(request).text()
        let recorded = try example.onlyEntry()
        example.clock.advance(by: 1000)
        _ = try await example.transport(server).send(request).text()
        #expect(try example.onlyEntry() == recorded)
        // The age counts where fresh_seconds is set.
        _ = try await example.transport(server, fresh: 1).send(request).text()
        #expect(try example.onlyEntry() != recorded)
        let validated = Self.server()
        try await example.store(.scripted(200, ["ETag": "\"\(SHA256Hasher.hex(of: "[1]".utf8).prefix(8))\""], body: "[1]"), to: request)
        let before = try example.onlyEntry()
        example.clock.advance(by: 1000)
        #expect(try await example.transport(validated).send(request).cacheUse == .revalidated)
        #expect(try example.onlyEntry() == before)
    }

    @Test("refuses a stored body above the limit of the request") func limit() async throws {
        let example = try CacheExample()
        try await example.store(.scripted(body: "12345"), to: .example())
        var request = try HTTPRequest.example()
        request.maxResponseBytes = 4
        await #expect(throws: TransportError(.tooLong(limit: 4))) { try await example.offline().send(request) }
        request.maxResponseBytes = 5
        #expect(try await example.offline().send(request).text() == "12345")
    }

    @Test("gives long bodies in pieces of at most 256 KiB") func longBody() async throws {
        let example = try CacheExample()
        let bytes = (0..<700_001).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let body = ScriptedBody([Array(bytes[..<5]), Array(bytes[5..<300_000]), Array(bytes[300_000...])])
        let response = HTTPResponse(head: ResponseHead(status: 200, headers: ["ETag": "\"a\""]), body: body)
        try await example.store(response, to: .example())
        let stored = try await example.offline().send(.example()).body
        var read: [UInt8] = []
        while true {
            let piece = try await stored.read()
            #expect(piece.count <= 256 << 10)
            if piece.isEmpty { break }
            read += piece
        }
        #expect(read == bytes)
    }

    @Test("ends with CancellationError if the task is cancelled") func cancellation() async throws {
        let example = try CacheExample()
        try await example.store(.scripted(body: "[1]"), to: .example())
        let cache = example.offline()
        let request = try HTTPRequest.example()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            _ = try await cache.send(request).text()
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
