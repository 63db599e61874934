import JSONParsing
import Testing

@testable import HTTPReading
@testable import SourcesLocal

@Suite("The window of an incremental run") struct IncrementalWindowTests {
    private static func number(_ value: Int) -> CursorValue { .number(JSONNumber(value)) }

    private static func window(lag: Int, _ items: [(String, Int)]) throws -> IncrementalWindow {
        var window = IncrementalWindow(lag: lag)
        for (key, cursor) in items { try window.insert(key, at: number(cursor)) }
        return window
    }

    private static func text(_ window: IncrementalWindow) throws -> String {
        let items = try window.items()
        return "\(items.greatest?.shown ?? "none"): "
            + items.groups.map { "\($0.cursor.shown)[\($0.keys.joined(separator: ","))]" }.joined(separator: " ")
    }

    /// The type is written out: the compiler takes seconds to infer it.
    static let greatest: [(lag: Int, items: [(String, Int)], expected: String)] = [
        (0, [("a", 1), ("b", 3), ("c", 2)], "3: 3[b]"), (0, [("a", 3), ("b", 3), ("c", 3), ("a", 3)], "3: 3[a,b,c]"),
        (1, [("a", 1), ("b", 3), ("c", 2)], "3: 2[c] 3[b]"), (1, [("c", 2), ("b", 3), ("a", 1), ("b", 2)], "3: 2[b,c] 3[b]"),
        (100, [("a", 1), ("b", 150)], "150: 150[b]"), (100, [("b", 150), ("a", 50), ("c", 49)], "150: 150[b] 50[a]"),
    ]

    @Test("keeps the greatest cursor, whatever the order, and the items inside the lag", arguments: greatest)
    func keepsGreatest(_ lag: Int, _ items: [(String, Int)], _ expected: String) throws {
        #expect(try Self.text(Self.window(lag: lag, items)) == expected)
    }

    @Test("knows the items by key and cursor") func contains() throws {
        let window = try Self.window(lag: 10, [("a", 1), ("b", 3)])
        #expect(try window.contains("a", at: Self.number(1)))
        #expect(try !window.contains("a", at: Self.number(2)))
        #expect(try !window.contains("c", at: Self.number(1)))
    }

    @Test("keeps the items of earlier runs that are still inside") func restored() throws {
        let items = try Self.window(lag: 10, [("a", 91), ("b", 95), ("c", 100)]).items()
        var clock = CursorClock(now: 1_717_200_000, countsAll: false)
        var window = try IncrementalWindow(items, lag: 5, clock: &clock).released()
        #expect(try Self.text(window) == "100: 100[c] 95[b]")
        try window.insert("d", at: Self.number(104))
        #expect(try Self.text(window) == "104: 100[c] 104[d]")
    }

    @Test("drops old items again and again while it rises, and says when there are too many") func bounded() throws {
        var window = IncrementalWindow(lag: 1000)
        for number in 0..<100_000 { try window.insert("\(number)", at: Self.number(number)) }
        #expect(try window.items().groups.count == 1001)
        #expect(throws: IncrementalFault.tooManyItems(limit: IncrementalWindow.maxItems)) {
            for number in 0...2 * IncrementalWindow.maxItems { try window.insert("x\(number)", at: Self.number(100_000)) }
            _ = try window.items()
        }
    }
}
