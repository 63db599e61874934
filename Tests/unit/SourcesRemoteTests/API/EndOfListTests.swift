import Testing

@testable import HTTP
@testable import Pipeline

@Suite("The end of a list") struct EndOfListTests {
    private static let list = #"{"url": "https://example.org/", "items": ".[]", "paging": {"type": "link_header"}}"#
    private static let next: HTTPHeaders = ["Link": "</2>; rel=next"]

    @Test("is no empty response with the status 200, which is repeated", arguments: ["", " \r\n"])
    func empty(_ body: String) async throws {
        let passing = try await SourceRun(Self.list) { _, number in .scripted(body: number == 0 ? body : "[1]") }
        #expect(passing.report.failure == nil)
        #expect(passing.values == ["1"])
        #expect(passing.requests.count == 2)

        let lasting = try await SourceRun(Self.list) { _, number in
            number == 0 ? .scripted(200, Self.next, body: "[1]") : .scripted(body: body)
        }
        #expect(lasting.report.exitCode == 69)
        let message = "\(lasting.report.failure.map { "\($0)" } ?? "")"
        #expect(message.contains("page 2: the response is empty, though its status is 200; a server without content sends 204"))
    }

    @Test("is no response without content that names a next page") func linked() async throws {
        let run = try await SourceRun(Self.list) { _, number in
            number == 0 ? .scripted(204, Self.next) : number == 1 ? .scripted(body: "[1]") : .scripted(204, [:])
        }
        #expect(run.report.failure == nil)
        #expect(run.values == ["1"])
        #expect(run.requests.count == 2)
    }

    @Test("is no page whose items are all dropped by the program", arguments: [PagedServer.Kind.page, .page0, .offset, .keyset])
    func filtered(_ kind: PagedServer.Kind) async throws {
        for (filter, ids) in [
            ("select(.id <= 50 or .id > 100)", Array(1...50) + Array(101...437)), ("select(.id % 40 == 0)", (1...10).map { $0 * 40 }),
        ] {
            let server = PagedServer(kind: kind, hasTotal: false)
            let options = #"{"url": "\#(PagedServer.home)", "items": ".items[] | \#(filter) | .id", "paging": \#(server.options)}"#
                // The key of the list's last item, be it a number or an item that the program drops.
                .replacing(#""field": ".id""#, with: #""field": ".id? // .""#)
            let run = try await SourceRun(options) { request, _ in
                let (head, body) = try server.respond(request)
                return try .scripted(body, to: request, head: head)
            }
            #expect(run.report.failure == nil, "\(filter)")
            #expect(run.values == ids.map(String.init), "\(filter)")
            #expect(run.requests.count <= 10)
        }
    }
}
