import Foundation
import TestSupport
import Testing

@Suite("The test server for HTTP", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping)) struct OriginServerTests {
    @Test("counts and logs requests, and forgets them") func counts() async throws {
        let server = try await OriginServer()
        for path in ["/items?run=1", "/paging/page?page=9", "/fault/status?code=404"] {
            _ = try await server.get(path)
        }
        _ = try await server.get("/items?token=x", second: true)
        let stats = try await server.stats()
        #expect(stats.requests == 4)
        #expect(stats.counts == ["/items": 2, "/paging/page": 1, "/fault/status": 1])
        #expect(stats.statuses == ["200": 3, "404": 1])
        #expect(stats.secondPort.credentials.flatMap(\.credentials) == ["?token"])
        #expect(try await server.log(of: "/items").map(\.query) == ["run=1", "token=x"])
        try await server.reset()
        #expect(try await server.log().isEmpty)
    }

    @Test("is started once for all tests") func shared() async throws {
        #expect(try await OriginServer.shared() === OriginServer.shared())
    }
}
