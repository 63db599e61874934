import Foundation
import JSONParsing
import TestSupport
import Testing

@testable import HTTP
@testable import Pipeline
@testable import SourcesRemote

@Suite("A list with the order desc") struct ListOrderTests {
    /// How a server lists its items; the numbers are ids and seconds of the last change.
    struct Layout: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Whether the first run can see that the list is not in order.
        var isSeen = true
        /// The pages that the third run needs; nil for all.
        var pages: Int?
        let list: @Sendable ([(id: Int, second: Int)]) -> [(id: Int, second: Int)]
    }

    private static let pins = [(id: 101, second: 2), (id: 102, second: 3), (id: 103, second: 1)]

    static let layouts = [
        Layout(testDescription: "in order", isSeen: false, pages: 2) { $0.reversed() },
        Layout(testDescription: "one pinned item in front", pages: 3) { pins.prefix(1) + $0.reversed() },
        Layout(testDescription: "a page of pinned items in front", pages: 3) { pins + $0.reversed() },
        Layout(testDescription: "two pages of pinned items in front", pages: 4) {
            pins + pins.map { ($0.id + 10, $0.second) } + $0.reversed()
        },
        Layout(testDescription: "the oldest first") { $0 },
        Layout(testDescription: "pairs that are swapped inside pages") { items in
            let list = Array(items.reversed())
            return list.indices.map { $0 % 3 == 1 && $0 + 1 < list.count ? list[$0 + 1] : $0 % 3 == 2 ? list[$0 - 1] : list[$0] }
        },
        Layout(testDescription: "pages whose order is reversed") { items in
            stride(from: 0, to: items.count, by: 3).flatMap { items[$0..<min($0 + 3, items.count)].reversed() }
        },
        Layout(testDescription: "another order than that of changes") { $0.sorted { $0.id * 7 % 23 < $1.id * 7 % 23 } },
    ]

    private static func time(_ second: Int) -> String { "\"2024-05-01T08:00:\(second < 10 ? "0" : "")\(second)Z\"" }

    private static func show(_ list: [(id: Int, second: Int)], on server: ChangingServer) {
        server.items = list.map { ($0.id, time($0.second)) }
    }

    private static func says(_ run: SourceRun) -> Bool {
        run.warnings.contains { $0.hasPrefix("the list is not in the order that \"order\" states: ") }
    }

    @Test("gives all that is new in each of three runs, also if it is in another order, and says so", arguments: layouts)
    func runs(_ layout: Layout) async throws {
        let server = try ChangingServer()
        let source = try server.source(#""order": "desc""#)
        var items = (1...12).map { (id: $0, second: $0 + 3) }
        Self.show(layout.list(items), on: server)
        let first = try await server.run(source)
        #expect(Set(first.ids) == Set(layout.list(items).map(\.id)))
        #expect(Self.says(first.run) == layout.isSeen)

        items += [(13, 16), (14, 17)]
        Self.show(layout.list(items), on: server)
        let second = try await server.run(source)
        #expect(Set(second.ids) == [13, 14])

        items.remove(at: 4)
        items += [(5, 18), (15, 19)]
        Self.show(layout.list(items), on: server)
        let third = try await server.run(source)
        #expect(Set(third.ids) == [5, 15])
        let all = (layout.list(items).count + 2) / 3
        #expect(third.run.requests.count == layout.pages ?? all)
        #expect(layout.pages != nil || Self.says(third.run))
    }

    @Test("is read on behind pinned items that the state does not know, and the run says what earlier ones may lack") func newPins()
        async throws
    {
        let server = try ChangingServer()
        let source = try server.source(#""order": "desc""#)
        var items = (1...12).map { (id: $0, second: $0 + 3) }
        Self.show(items.reversed(), on: server)
        #expect(!Self.says(try await server.run(source).run))
        items.append((13, 16))
        Self.show(Self.pins + items.reversed(), on: server)
        let second = try await server.run(source)
        #expect(second.ids == [13])
        #expect(
            second.run.warnings == [
                "the list is not in the order that \"order\" states: 2024-05-01T08:00:03Z at \(ChangingServer.url): page 1, item 2 comes behind "
                    + "2024-05-01T08:00:02Z at \(ChangingServer.url): page 1, item 1; runs read on behind such items; earlier runs may have "
                    + "ended before new items, and --full-refresh, or --reset-state and a new output, reads them"
            ])
        items.append((14, 17))
        Self.show(Self.pins + items.reversed(), on: server)
        let third = try await server.run(source)
        #expect(third.ids == [14])
        #expect(third.run.requests.count == 3)
        #expect(try String(contentsOfFile: server.state, encoding: .utf8).contains("\"unordered\": 3"))
        // The pinned items leave, and the list is in order again.
        Self.show(items.reversed(), on: server)
        #expect(try await server.run(source).ids == [])
        #expect(try !String(contentsOfFile: server.state, encoding: .utf8).contains("unordered"))
    }

    @Test("may have equal cursors, inside pages and between them") func equal() async throws {
        let server = try ChangingServer()
        let source = try server.source(#""order": "desc""#)
        var items = (1...12).map { (id: $0, second: $0 / 5) }
        for (count, pages) in [(0, 4), (2, 3), (0, 3)] {
            items += (0..<count).map { (id: 20 + $0, second: 2) }
            Self.show(items.reversed(), on: server)
            let run = try await server.run(source)
            #expect(run.ids.count == (pages == 4 ? 12 : count))
            #expect(run.run.requests.count == pages)
            #expect(run.run.warnings == [])
        }
    }

    @Test("is read to its end once if its newest item has gone") func removed() async throws {
        let server = try ChangingServer()
        let source = try server.source(#""order": "desc""#)
        let items = (1...13).map { (id: $0, second: $0) }
        Self.show(items.reversed(), on: server)
        _ = try await server.run(source)
        Self.show(items.dropLast().reversed(), on: server)
        for pages in [4, 1] {
            let run = try await server.run(source)
            #expect(run.ids == [])
            #expect(run.run.requests.count == pages)
            #expect(run.run.warnings == [])
        }
        #expect(try String(contentsOfFile: server.state, encoding: .utf8).contains("\"top\": \"2024-05-01T08:00:12Z\""))
        Self.show((items.dropLast() + [(14, 14)]).reversed(), on: server)
        #expect(try await server.run(source).ids == [14])
        #expect(try !String(contentsOfFile: server.state, encoding: .utf8).contains("top"))
    }
}
