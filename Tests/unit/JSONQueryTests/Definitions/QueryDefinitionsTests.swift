import JSONParsing
import Testing
import TestSupport
@testable import JSONQuery

@Suite("Definitions that programs share") struct QueryDefinitionsTests {
    private static let library = """
        # shared
        def one: 1;
        def twice(f): f | f;
        def plus($n): . + n + $n;
        def count: if . > 0 then . - 1 | count else "done" end;
        def length: "mine";
        def size: length;
        def bad: .a | keys;
        def title: .title;
        """

    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let program: String
        var input = "null"
        let outputs: [String]
    }

    static let examples = [
        Example(testDescription: "a value", program: "one, one", outputs: ["1", "1"]),
        Example(testDescription: "an argument that is a program", program: "twice(. + one)", input: "3", outputs: ["5"]),
        Example(testDescription: "a $parameter", program: "plus(2), plus(3)", input: "1", outputs: ["5", "7"]),
        Example(testDescription: "recursion", program: "count", input: "3", outputs: [#""done""#]),
        Example(
            testDescription: "variables around the call", program: ". as $x | def f: twice($x + 1); f, one", input: "3",
            outputs: ["4", "1"]),
        Example(
            testDescription: "a built-in function that is replaced", program: "[1, 2] | length, size", outputs: [#""mine""#, #""mine""#]),
        Example(testDescription: "a built-in function that uses the replaced one", program: "[1, 2] | add / 2", outputs: ["1.5"]),
        Example(
            testDescription: "a function that the program replaces", program: "def one: 2; one, plus(0)", input: "1", outputs: ["2", "1"]),
        Example(testDescription: "the rest behind a path", program: ".a[] | twice(. + 1)", input: #"{"a":[1,2]}"#, outputs: ["3", "4"]),
    ]

    @Test("can be called", arguments: examples) func calls(_ example: Example) throws {
        let definitions = try QueryDefinitions(Self.library)
        let input = try JSONValue(parsing: example.input)
        for usesFastPaths in [true, false] {
            let query = try Query(example.program, definitions: definitions, usesFastPaths: usesFastPaths)
            #expect(try query.all(input).map(\.compactText) == example.outputs)
            #expect(try query.recompiled().all(input).map(\.compactText) == example.outputs)
        }
        let query = try Query(example.program, definitions: definitions)
        if let rest = query.leadingPath?.rest { #expect(try rest.all(1).map(\.compactText) == ["3"]) }
    }

    static let faults: [QueryErrorTests.Example] = [
        .init("def a: 1;\ndef b: nosuch_thing(1);", "nosuch_thing/1 is not defined", at: 17),
        .init("def a: b; def b: 1;", "b/0 is not defined: this is a jq program; did you mean `.b`, or the text `\"b\"`?", at: 7),
        .init("def a: 1; a", "expected a definition, found \"a\"; definitions are `def name: …;` and hold no program", at: 10),
        .init(".a", "expected a definition, found \".a\"; definitions are `def name: …;` and hold no program", at: 0),
        .init("def a: $x;", "the variable $x is not defined", at: 7),
        .init("def a: test(\"x(\");", "x( (at offset 0) is not a valid regex: end pattern with unmatched parenthesis", at: 15),
        .init("def a: .a ?? 1;", "\"??\" is no operator; use \"//\", as in `.a // \"none\"`", at: 10),
        .init("def a: 1", "expected \";\" for `def a: 1`, found the end of the program", at: 8),
        .init("import \"a\" as a;", "modules are not supported; \"definitions\" of the pipeline file hold shared functions", at: 0),
    ]

    @Test("are checked, also where nothing calls them", arguments: faults) func check(_ example: QueryErrorTests.Example) {
        #expect(throws: example.error) { try QueryDefinitions(example.program) }
    }

    @Test("may be none") func empty() throws {
        let query = try Query(". + 1", definitions: QueryDefinitions(" # nothing\n"))
        #expect(try query.all(1).map(\.compactText) == ["2"])
    }

    @Test("blame the program for its arguments") func arguments() throws {
        let definitions = try QueryDefinitions("def has_word($w): test($w);")
        #expect(throws: QueryError("( (at offset 0) is not a valid regex: end pattern with unmatched parenthesis", offset: 16)) {
            try Query(".a | has_word(\"(\")", definitions: definitions)
        }
        #expect(throws: QueryError("has_wrod/1 is not defined", offset: 5, suggestion: "has_word")) {
            try Query(".a | has_wrod(\"x\")", definitions: definitions)
        }
    }

    @Test("have places of their own at run time") func places() throws {
        let definitions = try QueryDefinitions(Self.library)
        let input = try JSONValue(parsing: #"{"b":{"a":7}}"#)
        let query = try Query(".b | bad", definitions: definitions)
        let error = try #require(throws: QueryRuntimeError.self) { try query.all(input) }
        let place = try #require(query.place(of: error, input: input))
        #expect(place.isInDefinitions)
        #expect(String(decoding: Array(Self.library.utf8)[place.range], as: UTF8.self) == "keys")
        #expect(place.input == ".b.a: number (7)")
        let own = try Query(".b | twice(keys[0])", definitions: definitions)
        let fault = try #require(throws: QueryRuntimeError.self) { try own.all(input) }
        #expect(own.place(of: fault, input: input)?.isInDefinitions == false)
    }

    @Test("are seen by the analysis of fields") func fields() throws {
        let definitions = try QueryDefinitions(Self.library)
        #expect(try Query("title, .b", definitions: definitions).inputFields == ["title", "b"])
        #expect(try Query("title", definitions: definitions).wantedFields == ["title"])
        #expect(try Query("twice(.)", definitions: definitions).inputFields == nil)
    }

    @Test("know their file and line") func location() throws {
        let definitions = try QueryDefinitions("def a: 1;\ndef here: $__loc__;") { ("lib.jq", $0 + 10) }
        let query = try Query("here, $__loc__", definitions: definitions) { ("p.json", $0) }
        #expect(try query.all(nil).map(\.compactText) == [#"{"file":"lib.jq","line":12}"#, #"{"file":"p.json","line":1}"#])
    }

    @Test("may be many on a small stack") func many() async throws {
        let text = (0..<500).map { "def f\($0): \($0 == 0 ? "1" : "f\($0 - 1)");" }.joined(separator: "\n")
        let outputs = await onThread(stackBytes: 512 << 10) {
            let definitions = try? QueryDefinitions(text)
            return (try? Query("f499", definitions: definitions).all(nil).map(\.compactText)) ?? []
        }
        #expect(outputs == ["1"])
        #expect(throws: QueryError("more than 500 definitions", offset: text.utf8.count + 1)) { try QueryDefinitions(text + "\ndef g: 1;") }
    }
}
