import JSONParsing
import JSONQuery
import Testing

@Suite("The place of an error in a program") struct ErrorPlaceTests {
    struct Example: CustomTestStringConvertible {
        let program: String
        let input: String
        /// The piece in which the error arises; nil if there is no telling.
        let piece: String?
        var testDescription: String { program }

        init(_ program: String, of input: String, in piece: String?) {
            self.program = program
            self.input = input
            self.piece = piece
        }
    }

    static let examples = [
        Example(".a.b", of: #"{"a":1}"#, in: ".a.b"),
        Example(".a | .b | .c", of: #"{"a":{"b":1}}"#, in: ".c"),
        Example(".x | ascii_downcase", of: #"{"x":1}"#, in: "ascii_downcase"),
        Example("{a: (.b + 1), c: .d.e}", of: #"{"b":1,"d":2}"#, in: ".d.e"),
        Example("map(.a)", of: "[1]", in: ".a"),
        Example("map(.a)", of: "1", in: "map(.a)"),
        Example("[.[] | tonumber]", of: #"["x"]"#, in: "tonumber"),
        Example(".a + {}", of: #"{"a":1}"#, in: ".a + {}"),
        Example("1 + 2 * .a - 3", of: #"{"a":[]}"#, in: "2 * .a"),
        Example("def f: .a.b; f | f", of: #"{"a":1}"#, in: ".a.b"),
        Example("def f: if . > 3 then .a else . + 1 | f end; f", of: "0", in: ".a"),
        Example("def f(g): g | g; f(.a)", of: #"{"a":1}"#, in: ".a"),
        Example(#"if .a then error("no") else 1 end"#, of: #"{"a":1}"#, in: #"error("no")"#),
        Example("reduce .[] as $x (0; . + $x)", of: #"["a"]"#, in: ". + $x"),
        Example("[foreach .[] as $x (0; . + $x)]", of: #"["a"]"#, in: ". + $x"),
        Example("-.a", of: #"{"a":"x"}"#, in: "-.a"),
        Example(".[0] as {a: $x} | $x", of: "[1]", in: ".[0] as {a: $x} | $x"),
        Example("sort_by(.a)", of: "[1]", in: ".a"),
        Example(#"test("a")"#, of: "1", in: #"test("a")"#),
        Example(".a |= .b", of: #"{"a":1}"#, in: ".b"),
        Example(#""x: \(.a.b)""#, of: #"{"a":1}"#, in: ".a.b"),
        Example(".a[]", of: #"{"a":1}"#, in: ".a[]"),
        Example("  .a  [ 1 ]  ", of: #"{"a":{}}"#, in: ".a  [ 1 ]"),
        Example("try error(\"x\") catch .b", of: "1", in: ".b"),
        Example("path(1 | .a)", of: "{}", in: ".a"),
        Example(".a as $x | [$x.b, 1]", of: #"{"a":1}"#, in: "$x.b"),
    ]

    @Test("is that of the innermost piece", arguments: examples) func place(_ example: Example) throws {
        let input = try JSONValue(parsing: example.input)
        guard let query = try? Query(example.program) else {
            #expect(example.piece == nil)
            return
        }
        let error = try #require(throws: QueryRuntimeError.self) { try query.all(input) }
        let found = query.place(of: error, input: input).map { String(decoding: Array(example.program.utf8)[$0.range], as: UTF8.self) }
        #expect(found == example.piece)
    }

    @Test("counts in the whole program also for what follows a leading path") func rest() throws {
        let query = try Query(".items[] | {a: .b.c}")
        let rest = try #require(query.leadingPath?.rest)
        let input = try JSONValue(parsing: #"{"b":1}"#)
        let error = try #require(throws: QueryRuntimeError.self) { try rest.all(input) }
        #expect(rest.place(of: error, input: input)?.range == 15..<19)
        #expect(rest.recompiled().place(of: error, input: input)?.range == 15..<19)
    }

    @Test("is not looked for where a limit ended the program") func limit() throws {
        let query = try Query("def f: f; f")
        let error = try #require(throws: QueryRuntimeError.self) { try query.run(nil, limits: QueryLimits(maxSteps: 100)) { _ in } }
        #expect(query.place(of: error, input: nil) == nil)
    }
}
