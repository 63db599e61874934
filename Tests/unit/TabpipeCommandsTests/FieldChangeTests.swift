import JSONParsing
import Testing

@testable import TabpipeCommands

@Suite("The changes between two records") struct FieldChangeTests {
    @Test("name the deepest fields that differ") func deep() {
        let old: JSONValue = ["a": ["b": [1, ["c": 2]], "gone": true], "same": 1.0, "e f": 1]
        let new: JSONValue = ["a": ["b": [1, ["c": 3]], "new": nil], "same": 1, "e f": 2]
        #expect(
            FieldChange.list(from: old, to: new) == [
                FieldChange(path: ".a.b[1].c", kind: .changed(from: 2, to: 3)), FieldChange(path: ".a.gone", kind: .removed(true)),
                FieldChange(path: ".a.new", kind: .added(nil)), FieldChange(path: #"."e f""#, kind: .changed(from: 1, to: 2)),
            ])
    }

    @Test("are whole values where kinds or lengths differ") func whole() {
        #expect(FieldChange.list(from: [1], to: [1, 2]) == [FieldChange(path: ".", kind: .changed(from: [1], to: [1, 2]))])
        #expect(FieldChange.list(from: [1], to: [2]) == [FieldChange(path: ".[0]", kind: .changed(from: 1, to: 2))])
        #expect(FieldChange.list(from: ["a": 1], to: ["a": 1]).isEmpty)
    }

    @Test("show the part of long texts that differs") func long() {
        let begin = String(repeating: "x", count: 200)
        let (old, new) = ShortValueFormat.field.texts(of: .string(begin + "old"), and: .string(begin + "new"))
        #expect(old == #"…"xxxxxxxxxxxxxxxxxxxxold""#)
        #expect(new == #"…"xxxxxxxxxxxxxxxxxxxxnew""#)
        #expect(ShortValueFormat.field.text(of: .string(begin)).count == 73)
        for length in 60...90 {
            let begin = String(repeating: "y", count: length)
            let texts = ShortValueFormat.field.texts(of: .string(begin + "a"), and: .string(begin + "b"))
            #expect(texts.0.contains("ya") && texts.1.contains("yb"), "\(length)")
        }
        let feeds = String(repeating: "\n", count: 50)
        let lines = ShortValueFormat.field.texts(of: .string(feeds + "a"), and: .string(feeds + "b"))
        #expect(lines.0 != lines.1)
        let numbers = (0..<40).map { JSONValue.number(JSONNumber($0)) }
        let texts = ShortValueFormat.field.texts(of: .array(numbers), and: .array(numbers + [true]))
        #expect(texts.0 == "…33,34,35,36,37,38,39]")
        #expect(texts.1 == "…33,34,35,36,37,38,39,true]")
    }
}
