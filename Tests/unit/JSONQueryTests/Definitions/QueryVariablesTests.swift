import JSONParsing
import Testing
@testable import JSONQuery

@Suite("Variables that a program finds defined") struct QueryVariablesTests {
    private static let variables = QueryVariables([("state", "open"), ("list", [1, 2]), ("state", "closed"), ("ENV", ["HOME": "x"])])

    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let program: String
        var input = "null"
        let outputs: [String]
    }

    static let examples = [
        Example(testDescription: "the last of equal names", program: "$state", outputs: [#""closed""#]),
        Example(testDescription: "in a string", program: #""is \($state)""#, outputs: [#""is closed""#]),
        Example(testDescription: "a list", program: "$list[]", outputs: ["1", "2"]),
        Example(testDescription: "in place of the built-in one", program: "$ENV.HOME", outputs: [#""x""#]),
        Example(testDescription: "hidden by a variable of the program", program: "1 as $state | $state", outputs: ["1"]),
        Example(testDescription: "in a definition of the program", program: "def f: $state; f", outputs: [#""closed""#]),
        Example(testDescription: "in a shared definition", program: "same", input: #""closed""#, outputs: ["true"]),
        Example(testDescription: "changed in a copy", program: "($list | .[0] = 9), $list", outputs: ["[9,2]", "[1,2]"]),
        Example(
            testDescription: "behind a path", program: ".a[] | select(. == $list[1])", input: #"{"a":[1,2]}"#, outputs: ["2"]),
    ]

    @Test("have their values", arguments: examples) func values(_ example: Example) throws {
        let definitions = try QueryDefinitions("def same: . == $state;", variables: Self.variables)
        let input = try JSONValue(parsing: example.input)
        for usesFastPaths in [true, false] {
            let query = try Query(
                example.program, definitions: definitions, variables: Self.variables, usesFastPaths: usesFastPaths)
            #expect(try query.all(input).map(\.compactText) == example.outputs)
            #expect(try query.recompiled().all(input).map(\.compactText) == example.outputs)
        }
    }

    @Test("are suggested for an unknown one") func suggestion() {
        let error = QueryError("the variable $stat is not defined", offset: 5, suggestion: "$state")
        #expect(throws: error) { try Query(".a | $stat", variables: Self.variables) }
    }

    @Test("read no field of the input") func fields() throws {
        let query = try Query(".a == $state", variables: Self.variables)
        #expect(query.inputFields == ["a"])
    }
}
