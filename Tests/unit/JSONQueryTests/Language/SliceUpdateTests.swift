import JSONParsing
import JSONQuery
import TestSupport
import Testing

/// Paths that go on inside a slice lead to places of the array itself. That has to mean the same as an update of the slice.
@Suite("Updates through slices") struct SliceUpdateTests {
    private static let bounds = ["", "0", "1", "2", "3", "-1", "-2", "9", "$i", "$n", "($i+1)", "1.5"]
    private static let lasts = ["[0]", "[-1]", "[1]", "[5]", "[$i]", "[]", "[1:]"]
    private static let changes = ["7", "[7]", "[., 8]", "(if type == \"number\" then . + 1 else . end)", "error(\"x\")", "empty"]
    private static let inputs = ["[0,1,2,3,4,5]", "[[1,2,3],[4,5],[6]]", "null", "\"abc\"", "[]", "[{\"a\":1},{\"a\":[1,2]}]", "3"]

    private func outcome(_ program: String, _ input: JSONValue) throws -> String {
        let (outputs, error) = try QueryExample.run(try Query(program), input)
        return (outputs + [error ?? ""]).joined(separator: "\n")
    }

    @Test("change what updates inside of updates change") func nested() throws {
        var random = SeededRandom(seed: 11)
        for _ in 0..<2000 {
            let keys =
                (0..<Int.random(in: 1...3, using: &random)).map { _ in
                    "[\(Self.bounds.randomElement(using: &random) ?? ""):\(Self.bounds.randomElement(using: &random) ?? "0")]"
                }.map { $0 == "[:]" ? "[0:]" : $0 } + [Self.lasts.randomElement(using: &random) ?? ""]
            // Several outputs of a path see each other's changes.
            let change = Self.changes.randomElement(using: &random) ?? ""
            guard !(keys.last == "[]" && change == "empty") else { continue }
            let prefix = "1 as $i | null as $n | "
            let path = "\(prefix).\(keys.joined()) |= \(change)"
            let nested = keys.reversed().reduce(change) { ".\($1) |= (\($0))" }
            let both = try BothForms(path)
            for input in Self.inputs {
                let value = try JSONValue(parsing: input)
                #expect(both.difference(on: value) == nil, "\(path) of \(input)")
                // A deletion inside an update is none of the whole.
                guard change != "empty" else { continue }
                #expect(try outcome(path, value) == outcome(prefix + nested, value), "\(path) of \(input)")
            }
        }
    }

    @Test(
        "make a slice longer or shorter",
        arguments: [
            QueryExample("an index behind the end", ".[1:3][4] = 9", of: "[0,1,2,3]", gives: "[0,1,2,null,null,9,3]"),
            QueryExample("a longer slice", ".[1:][:1] = [7, 8, 9]", of: "[0,1,2]", gives: "[0,7,8,9,2]"),
            QueryExample("an empty slice of a slice", ".[1:3][5:] = [7]", of: "[0,1,2,3]", gives: "[0,1,2,7,3]"),
            QueryExample(
                "an index before the start", "try (.[1:3][-3] = 9) catch .", of: "[0,1,2]", gives: #""Out of bounds negative array index""#),
            QueryExample("two places, the first makes the slice longer", "(.[:1][2], .[:1][0]) |= 9", of: "[0,1]", gives: "[9,null,9,1]"),
            QueryExample("slices of null", ".[1:][:1] = [1]", gives: "[1]"),
            QueryExample(
                "paths keep their keys", "path(.[1:][:2][0])", of: "[0,1,2]",
                gives: #"[{"start":1,"end":null},{"start":null,"end":2},0]"#),
        ])
    func lengths(_ example: QueryExample) throws { try example.check() }
}
