import JSONParsing
import Pipeline
import Testing

@testable import Sinks

@Suite("Columns of a table") struct CSVColumnsTests {
    @Test("are those of the first record that has any") func first() throws {
        let columns = CSVColumns([])
        #expect(columns.names == nil)
        #expect(throws: RecordError("the first record has no fields that could give the columns; name them in \"fields\"")) {
            try columns.admit([:])
        }
        #expect(columns.names == nil)
        try columns.admit(["a": 1])
        #expect(columns.names == ["a"])
        try columns.admit([:])
        #expect(throws: RecordError.self) { try columns.admit(["b": 1]) }
        #expect(columns.names == ["a"])
    }

    @Test("are not those of a record that another sink refused") func withdrawn() throws {
        let columns = CSVColumns([])
        try columns.admit(["a": 1])
        columns.withdraw()
        try columns.admit(["b": 1])
        #expect(columns.names == ["b"])
    }

    @Test("are told apart by their bytes, as keys of JSON are") func bytes() throws {
        let columns = CSVColumns([])
        try columns.admit(["\u{E9}": 1])
        #expect(throws: RecordError.self) { try columns.admit(["e\u{301}": 2]) }
        try columns.admit(["\u{E9}": 3])
    }

    @Test("that are given stay") func given() throws {
        let columns = CSVColumns(["x"])
        try columns.admit(["a": 1])
        columns.withdraw()
        #expect(columns.names == ["x"])
    }
}
