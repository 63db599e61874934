import JSONParsing
import Testing

@testable import Pipeline
@testable import HTTPReading
@testable import SourcesLocal
@testable import SourcesRemote

@Suite("The choice of an incremental run") struct IncrementalReadingTests {
    private static let identity = ListIdentity(url: "https://example.org/", request: [], cursor: ".at", id: ".id")

    private static func mark(_ id: String, _ at: Int) -> KeyedCursor { KeyedCursor(cursor: .number(JSONNumber(at)), id: id, item: .null) }

    private static func reading(after state: IncrementalState?, isDescending: Bool = false) throws -> IncrementalReading {
        let settings = IncrementalSettings(
            cursor: .item(try RecordQuery(".at")), sendAs: .query("since"), value: nil, from: nil, secretTexts: [], lag: 0,
            isDescending: isDescending)
        return try IncrementalReading(settings, of: identity, after: state, now: 1_717_200_000)
    }

    @Test("starts the next run at an item that changed while the list was read, and sends the others once") func changing() throws {
        var first = try Self.reading(after: nil)
        let before = [Self.mark("1", 1), Self.mark("2", 2), Self.mark("3", 3)]
        #expect(try first.choose(before, isNew: [true, true, true], page: "page 1") == [true, true, true])
        // Item 3 comes again as it was, item 1 has changed, and items 4 and 5 behind it.
        let behind = [Self.mark("3", 3), Self.mark("1", 4), Self.mark("4", 5), Self.mark("5", 6)]
        #expect(try first.choose(behind, isNew: [false, false, true, true], page: "page 2") == [false, false, true, true])
        let state = try first.state()
        #expect(state.shown == "4")

        var next = try Self.reading(after: IncrementalState(state.bytes))
        let again = [Self.mark("1", 4), Self.mark("4", 5), Self.mark("5", 6), Self.mark("6", 6)]
        let choice = try next.choose(again, isNew: [true, true, true, true], page: "page 1")
        #expect(choice == [true, false, false, true])
        #expect(try next.state().shown == "6")
    }

    @Test("ends behind a page of which all items are older") func older() throws {
        var first = try Self.reading(after: nil)
        _ = try first.choose([Self.mark("1", 5)], isNew: [true], page: "page 1")
        var next = try Self.reading(after: try first.state(), isDescending: true)
        #expect(try next.choose([Self.mark("1", 5), Self.mark("2", 4)], isNew: [true, true], page: "page 1") == [false, false])
        #expect(!next.isDone)
        #expect(try next.choose([Self.mark("3", 4)], isNew: [true], page: "page 2") == [false])
        #expect(next.isDone)
        #expect(try next.choose([], isNew: [], page: "page 3") == [])
        #expect(!next.isDone)
        #expect(next.counts == IncrementalCounts(seen: 1, older: 2))
    }
}
