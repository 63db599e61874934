import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import HTTP
@testable import WebAddresses

@Suite("A host that content names") struct AssetHostTests {
    /// A record with images of hosts.
    private static func record(_ addresses: [String]) -> String {
        JSONValue.object(JSONObject([("html", .string(addresses.map { "<img src=\"\($0)\">" }.joined()))])).compactText
    }

    private static func images(_ host: String, _ numbers: Range<Int>) -> [String] { numbers.map { "https://\(host)/\($0).png" } }

    @Test("gets no more requests after ten attempts in a row that failed, and the requests of other steps go on")
    func budget() async throws {
        let transport = ScriptedTransport { request, _ in
            if request.address.origin.host == "slow.example" { throw TransportError(.idleTimeout(seconds: 15)) }
            return HTTPResponse(head: ResponseHead(status: 200, headers: [:]), body: ScriptedBody([ImageExample.png(1, 1)]))
        }
        let addresses = Self.images("slow.example", 0..<300) + ["https://good.example/a.png"]
        let folder = try ScratchFolder()
        let run = try await AssetsRun([Self.record(addresses)], transport, in: folder, more: #", "concurrency": 1"#)
        let asked = transport.requests.filter { $0.address.origin.host == "slow.example" }
        let expected = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3].map { "/\($0).png" }
        #expect(asked.map(\.address.path) == expected)
        #expect(asked.allSatisfy { $0.timeouts == RequestTimeouts(connect: 10, idle: 15, total: 60) })
        #expect(run.records.first?.contains(#"<img src=\"images/a-"#) == true)
        let start = "files of slow.example missing, and the content keeps the address"
        let down = "not requested after 10 failures in a row of requests to this host"
        let warnings = [
            "assets: 296 \(start): \(down); the first: https://slow.example/4.png",
            "assets: 4 \(start): the server said nothing for 15 seconds; the first: https://slow.example/0.png",
        ]
        #expect(run.warnings == warnings)
        // The source and other stages may have requests for the same host.
        _ = try await run.network.gate(of: WebOrigin(scheme: "https", host: "slow.example", port: 443)).enter(maxWait: 0, shown: "")
    }

    @Test(
        "takes no blame for a fault of this machine, which ends the run",
        arguments: [(TransportError.Reason.badCAFile("x.pem cannot be read"), 66), (.libraryMissing("install libcurl4"), 69)]
            as [(TransportError.Reason, Int32)])
    func local(_ reason: TransportError.Reason, _ code: Int32) async throws {
        let transport = ScriptedTransport { _, _ in throw TransportError(reason) }
        let folder = try ScratchFolder()
        let run = try await AssetsRun([Self.record(Self.images("x.example", 0..<3))], transport, in: folder)
        #expect(run.code == code)
        #expect(run.records.isEmpty && run.rejects.isEmpty)
    }

    @Test("gets more requests if one of ten files gets a good response, or if the guard refuses its addresses")
    func upAgain() async throws {
        let refusal = try #require(AddressRefusal(host: "10.0.0.1"))
        let transport = ScriptedTransport { request, _ in
            if request.address.origin.host == "inner.example" { throw TransportError(.refusedAddress(refusal)) }
            return .scripted(request.address.path == "/9.png" ? 404 : 500)
        }
        let addresses = Self.images("x.example", 0..<20) + Self.images("inner.example", 0..<20)
        let folder = try ScratchFolder()
        _ = try await AssetsRun(
            [Self.record(addresses)], transport, in: folder, more: #", "concurrency": 1, "retry": {"max_attempts": 2}"#)
        #expect(transport.requests.count == 59, "two for each failure, one for the response that is good, and one for each refusal")
    }

    @Test("is waited for as long as the options allow, and the warning has no clock in it") func waits() async throws {
        let transport = ScriptedTransport { _, number in .scripted(429, ["Retry-After": "\(3600 + number)"]) }
        let folder = try ScratchFolder()
        let run = try await AssetsRun(
            [Self.record(Self.images("x.example", 0..<9))], transport, in: folder, more: #", "concurrency": 1"#)
        #expect(transport.requests.count == 1)
        let start = "assets: 9 files of x.example missing, and the content keeps the address"
        let reason = "the server asks for a longer wait than retry.max_wait_seconds allows (30 seconds)"
        #expect(run.warnings == ["\(start): \(reason); the first: https://x.example/0.png"])
    }

    @Test("has one warning for each status, whatever the pages of its errors say") func statuses() async throws {
        let transport = ScriptedTransport { _, number in .scripted(number < 3 ? 403 : 400, body: "request \(number) at 10:0\(number)") }
        let folder = try ScratchFolder()
        let run = try await AssetsRun(
            [Self.record(Self.images("x.example", 0..<5))], transport, in: folder, more: #", "concurrency": 1"#)
        let start = "files of x.example missing, and the content keeps the address: the server answered"
        let warnings = [
            "assets: 3 \(start) 403; the first: https://x.example/0.png", "assets: 2 \(start) 400; the first: https://x.example/3.png",
        ]
        #expect(run.warnings == warnings)
    }

    @Test("keeps the defaults of the stage for the options of a group that are not set") func partialGroups() async throws {
        let transport = ScriptedTransport { _, _ in .scripted(500) }
        let folder = try ScratchFolder()
        _ = try await AssetsRun(
            [Self.record(Self.images("x.example", 0..<1))], transport, in: folder,
            more: #", "retry": {"base_seconds": 0}, "timeouts": {"connect_seconds": 1}"#)
        #expect(transport.requests.map(\.timeouts) == Array(repeating: RequestTimeouts(connect: 1, idle: 15, total: 60), count: 3))
    }

    @Test("that is refused now gives no file of an earlier run that was allowed to reach it") func refusedNow() async throws {
        let site = ImageSite(["/a.png": ImageExample.png(1, 1)])
        let record = Self.record(["http://127.0.0.1/a.png"])
        for cache in ["", #", "cache": {"folder": "CACHE", "fresh_seconds": 600}"#] {
            let folder = try ScratchFolder()
            let cache = cache.replacing("CACHE", with: "\(folder.path)/cache")
            let allowed = try await AssetsRun([record], site, in: folder, more: #", "allow_private_hosts": true\#(cache)"#)
            #expect(allowed.records.first?.contains("images/a-") == true)
            let refused = try await AssetsRun([record], site, in: folder, more: cache)
            #expect(refused.records == [record])
            #expect(refused.warnings.count == 1)
            #expect(refused.warnings.allSatisfy { $0.contains("the host leads to 127.0.0.1, which is in the loopback network") })
        }
    }
}
