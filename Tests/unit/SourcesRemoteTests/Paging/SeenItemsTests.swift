import JSONParsing
import Testing

@testable import HTTPReading
@testable import SourcesLocal

@Suite("Items that were seen") struct SeenItemsTests {
    private func ids(_ texts: String?...) -> [SeenItems.Item?] { texts.map { $0.map { SeenItems.Item(id: $0, .string($0)) } } }

    @Test("on an earlier page are dropped, and those on the same page are not") func dropping() {
        var seen = SeenItems()
        #expect(seen.add(ids("1", "2", "2")).isNew == [true, true, true])
        #expect(seen.add(ids("2", "3", nil)).isNew == [false, true, true])
        #expect(seen.add(ids("1", "3", nil)).isNew == [false, false, true])
        #expect(seen.droppedCount == 3)
    }

    @Test("with other content than those on an earlier page are counted") func changes() {
        func item(_ id: String, _ text: JSONValue) -> SeenItems.Item? { SeenItems.Item(id: id, text) }
        var seen = SeenItems()
        #expect(seen.add([item("1", "a"), item("1", "b"), item("2", ["c": 1])]).isNew == [true, true, true])
        #expect(seen.add([item("1", "a"), item("1", "b"), item("2", ["c": 1]), item("3", "d")]).isNew == [false, false, false, true])
        #expect(seen.droppedCount == 3)
        #expect(seen.changedCount == 1)
    }

    @Test("tell a page that comes again from one with a new item") func repetition() {
        var seen = SeenItems()
        #expect(!seen.add(ids("1", "2")).repeatsPageBefore)
        #expect(seen.add(ids("2", "1")).repeatsPageBefore)
        #expect(seen.add(ids("2")).repeatsPageBefore)
        #expect(!seen.add(ids("2", "3")).repeatsPageBefore)
        #expect(!seen.add(ids("1", "1")).repeatsPageBefore)
        #expect(!seen.add(ids()).repeatsPageBefore)
        #expect(seen.add(ids("1")).repeatsPageBefore)
        #expect(!seen.add(ids("1", nil)).repeatsPageBefore)
    }

    @Test("without ids are dropped as a whole page") func content() {
        var seen = SeenItems()
        #expect(seen.add(Fingerprint(["a", "b"]), count: 2).isNew == [true, true])
        #expect(seen.add(Fingerprint(["a", "c"]), count: 2) == SeenItems.KeptItems(isNew: [true, true], repeatsPageBefore: false))
        #expect(seen.add(Fingerprint(["a", "c"]), count: 2) == SeenItems.KeptItems(isNew: [false, false], repeatsPageBefore: true))
        #expect(seen.add(Fingerprint([]), count: 0) == SeenItems.KeptItems(isNew: [], repeatsPageBefore: false))
        #expect(seen.add(Fingerprint([]), count: 0) == SeenItems.KeptItems(isNew: [], repeatsPageBefore: false))
        #expect(seen.droppedCount == 2)
    }

    @Test("differ by the bytes of their ids, and by where one ends") func fingerprints() {
        #expect(Fingerprint("1") == Fingerprint("1"))
        #expect(Fingerprint("1") != Fingerprint("\"1\""))
        #expect(Fingerprint("\u{E9}") != Fingerprint("e\u{301}"))
        #expect(Fingerprint(["ab", "c"]) != Fingerprint(["a", "bc"]))
        #expect(Fingerprint(["a", ""]) != Fingerprint(["a"]))
    }
}
