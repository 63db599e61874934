import JSONParsing
import JSONQuery
import TestSupport
import Testing

/// How the work of a program grows with its input, in steps.
@Suite("Work grows as the input does", .startsOnIdlePool, .timeLimit(.minutes(5)))
struct WorkTests {
    /// A program and the array of numbers that it runs on.
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let program: String
        var testDescription: String { name }
    }

    @Test(
        "twice the elements take at most 2.2 times the steps",
        arguments: [
            Example(name: "map", program: "map(. + 1)"),
            Example(name: "update of all elements", program: ".[] += 1"),
            Example(name: "update of selected elements", program: "(.[] | select(. % 2 == 0)) |= . + 1"),
            Example(name: "update of all values inside", program: "[.[] | {a: .}] | (.. | numbers) |= . + 1"),
            Example(name: "update of the elements of a slice", program: ".[:-1][] |= . + 1"),
            Example(name: "update of the elements of a slice of a slice", program: ".[1:][:-1][] |= . + 1"),
            Example(name: "update at indices in a slice", program: ".[5:][range(length - 5)] |= . + 1"),
            Example(name: "update of slices", program: "(range(length) as $i | .[$i:$i + 1]) |= map(. + 1)"),
            Example(name: "update of slices in a reduce", program: "reduce range(length) as $i (.; .[$i:$i + 1] |= map(. + 1))"),
            Example(name: "assignment to slices in a reduce", program: "reduce range(length) as $i (.; .[$i:$i + 1] = [1])"),
            Example(name: "update of an index in slices in a reduce", program: "reduce range(length) as $i (.; .[$i:][0] += 1)"),
            Example(name: "update of slices of slices in a reduce", program: "reduce range(length) as $i (.; .[$i:][:1] |= map(. + 1))"),
            Example(name: "update of slices of a member", program: "reduce range(length) as $i ({a: .}; .a[$i:$i + 1][0] |= . + 1)"),
            Example(name: "setpath in slices", program: "reduce range(length) as $i (.; setpath([{start: $i, end: null}, 0]; 1))"),
            Example(name: "appending to a slice", program: "reduce range(length) as $i (.; .[-1:] |= . + [1])"),
            Example(name: "del of elements of a slice", program: "del(.[1:][range(0; length - 1; 2)])"),
            Example(name: "update at paths of a list", program: "getpath([range(length) | [.]][]) |= 1"),
            Example(name: "update at computed indices", program: ".[range(length)] |= . + 1"),
            Example(name: "update of places that may fail", program: "(try .[] catch .) |= . + 1"),
            Example(name: "update of members", program: "[.[] | {(tostring): .}] | add | .[] += 1"),
            Example(name: "update in a reduce", program: "reduce range(length) as $i (.; (.[$i], .[0]) |= . + 1)"),
            Example(name: "deletion by an update", program: "[.[] | {a: .}] | .[].a |= empty"),
            Example(name: "del of elements", program: "del(.[] | select(. % 2 == 0))"),
            Example(name: "del of members", program: "[.[] | {a: .}] | del(.[].a)"),
            Example(name: "delpaths", program: "delpaths([range(length) | [.]])"),
            Example(name: "setpath in a reduce", program: "reduce .[] as $i ([]; setpath([$i]; $i))"),
            Example(name: "with_entries", program: "[.[] | {(tostring): .}] | add | with_entries(.value += 1)"),
            Example(name: "walk", program: "walk(if type == \"number\" then . + 1 else . end)"),
            Example(name: "pick", program: "pick(.[])"),
            Example(name: "a stream and back", program: "fromstream(tostream)"),
            Example(name: "paths", program: "[paths]"),
        ])
    func isLinear(_ example: Example) throws {
        let query = try Query(example.program)
        let counts = try [10_000, 20_000].map { count in
            try query.stepCount(.array((0..<count).map { .number(JSONNumber($0)) }))
        }
        #expect(Double(counts[1]) < 2.2 * Double(counts[0]))
        #expect(counts[0] > 600, "no work is counted")
    }
}
