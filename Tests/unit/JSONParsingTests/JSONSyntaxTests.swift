import JSONParsing
import Testing

@Suite("JSON syntax trees") struct JSONSyntaxTests {
    @Test("have the ranges of keys and values, and keep equal keys") func ranges() throws {
        let text = "{\n  \"a\": [1, \"x\"],\n  \"a\": null\n}"
        guard case .object(let members) = try JSONSyntax(parsing: Array(text.utf8)).content else {
            Issue.record("no object")
            return
        }
        #expect(members.map(\.key) == ["a", "a"])
        #expect(members.map(\.keyRange) == [4..<7, 21..<24])
        #expect(members.map(\.value.range) == [9..<17, 26..<30])
        #expect(JSONPosition(offset: 26, in: Array(text.utf8)).line == 3)
        #expect(JSONPosition(offset: 26, in: Array(text.utf8)).column == 8)
    }

    @Test("have limits") func limits() throws {
        let deep = Array((String(repeating: "[", count: 129) + String(repeating: "]", count: 129)).utf8)
        #expect(throws: JSONError(.tooDeep(limit: 128), offset: 128)) { try JSONSyntax(parsing: deep) }
        #expect(try JSONSyntax(parsing: deep, limits: .standard).range == 0..<258)
        #expect(throws: JSONError(.tooLarge(limit: 4), offset: 4)) {
            try JSONSyntax(parsing: Array("[1,2]".utf8), limits: JSONLimits(maxValueBytes: 4))
        }
    }
}
