import JSONParsing
import JSONQuery
import Testing

/// How the work of a program grows with its input, in steps.
@Suite("Work grows as the input does", .timeLimit(.minutes(2)))
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
