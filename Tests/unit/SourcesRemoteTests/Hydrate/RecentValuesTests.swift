import Testing

@testable import SourcesRemote

@Suite("The values that were used last") struct RecentValuesTests {
    @Test("are kept up to the limit of bytes") func limit() {
        var values = RecentValues<Int>(maxBytes: 100)
        for number in 0..<10 { values.insert(number, for: "\(number)", bytes: 30) }
        #expect(values.bytes == 90)
        #expect((0..<10).filter { values.value(for: "\($0)") != nil } == [7, 8, 9])
    }

    @Test("stay while they are used") func used() {
        var values = RecentValues<Int>(maxBytes: 100)
        values.insert(0, for: "used", bytes: 30)
        for number in 1..<1000 {
            values.insert(number, for: "\(number)", bytes: 30)
            #expect(values.value(for: "used") == 0)
        }
        #expect(values.value(for: "999") == 999)
        #expect(values.value(for: "997") == nil)
    }

    @Test("replace a value of the same key") func replaced() {
        var values = RecentValues<Int>(maxBytes: 100)
        values.insert(1, for: "a", bytes: 30)
        values.insert(2, for: "a", bytes: 40)
        #expect(values.value(for: "a") == 2)
        #expect(values.bytes == 40)
    }

    @Test("do not include one that is above the limit") func tooLong() {
        var values = RecentValues<Int>(maxBytes: 100)
        values.insert(1, for: "a", bytes: 30)
        values.insert(2, for: "b", bytes: 101)
        #expect(values.value(for: "a") == 1)
        #expect(values.value(for: "b") == nil)
    }
}
