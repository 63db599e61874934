import JSONParsing
import JSONQuery
import Testing

@Suite("The leading path") struct LeadingPathTests {
    /// A program, its path, and the value that shows the rest.
    struct Example: Sendable, CustomTestStringConvertible {
        let program: String
        let path: String?
        let hasRest: Bool
        var testDescription: String { program }

        init(_ program: String, _ path: String?, rest hasRest: Bool = false) {
            self.program = program
            self.path = path
            self.hasRest = hasRest
        }
    }

    static let examples: [Example] = [
        .init(".a", ".a"), .init(".a.b[]", ".a.b[]"), .init(".[]", ".[]"), .init(".a[]?", ".a[]?"), .init(".a?.b", ".a?.b"),
        .init(".a | .b | .[]", ".a.b[]"), .init("(.a | .b)[]", ".a.b[]"), .init(".[\"a b\"]", ".a b"), .init(".a | .", ".a"),
        .init(".a[] | select(.b)", ".a[]", rest: true), .init(".a[0].b", ".a", rest: true), .init(".a[1:]", ".a", rest: true),
        .init(".a[] | .b | {c: .}", ".a[].b", rest: true), .init(".a | def f: .b; f", ".a", rest: true),
        .init(".a[] | . as $x | $x.b", ".a[]", rest: true), .init(".a[].b | 1, .", ".a[].b", rest: true),
        .init(".a[][0]?", ".a[]", rest: true), .init(".a | .b + 1", ".a", rest: true),
        .init(".", nil), .init("..", nil), .init(".[0]", nil), .init(".a, .b", nil), .init(".a + .b", nil), .init("[.a]", nil),
        .init(".a as $x | .b", nil), .init(".[.k]", nil), .init("first(.a[])", nil), .init("def f: .a; f", nil), .init("-.a", nil),
        .init(".a // .b", nil), .init(".a |= 1", nil), .init("try .a", nil), .init("1", nil),
    ]

    @Test(
        "may have elements of arrays for the command line",
        arguments: [
            .init(".a[0].b", ".a[0].b"), .init(".[3]", ".[3]"), .init(".[0][1]?", ".[0][1]?"), .init(".a[-1]", ".a", rest: true),
            .init(".a[1.5]", ".a", rest: true), .init(".a[0] | .b[] | length", ".a[0].b[]", rest: true),
            .init(".a[1:][0]", ".a", rest: true), .init("first", nil), .init(".[1e30]", nil),
        ] as [Example])
    func elements(_ example: Example) throws {
        let path = try Query(example.program).splitAtPath()
        #expect(path.map { Self.text($0.steps) } == example.path)
        #expect((path?.rest != nil) == example.hasRest)
    }

    private static func text(_ steps: [JSONPathStep]) -> String {
        let text = steps.map { step in
            switch step {
            case .key(let name, let optional): ".\(name)\(optional ? "?" : "")"
            case .iterate(let optional): "[]\(optional ? "?" : "")"
            case .element(let number, let optional): "[\(number)]\(optional ? "?" : "")"
            }
        }.joined()
        return text.hasPrefix("[") ? "." + text : text
    }

    @Test("is what stands in front", arguments: examples) func path(_ example: Example) throws {
        let found = try Query(example.program).leadingPath
        #expect(found.map { Self.text($0.steps) } == example.path)
        #expect((found?.rest != nil) == example.hasRest)
        #expect(found?.rest == nil || found?.rest?.source == example.program)
    }

    @Test("and what follows it stay when it is compiled again", arguments: examples) func copies(_ example: Example) throws {
        let copy = try Query(example.program).recompiled()
        #expect(copy.source == example.program)
        #expect(copy.leadingPath.map { Self.text($0.steps) } == example.path)
        let input: JSONValue = ["a": [["b": 1]]]
        let rest = try #require(try Query(".a[] | {b}").leadingPath?.rest)
        #expect(try rest.recompiled().all(["b": 2, "c": 3]) == [["b": 2]])
        #expect((try? copy.all(input)) == (try? Query(example.program).all(input)))
    }

    /// The values at a path, found step by step.
    private static func values(at steps: [JSONPathStep], in value: JSONValue) throws -> [JSONValue] {
        try steps.reduce([value]) { values, step in
            try values.flatMap { value -> [JSONValue] in
                switch step {
                case .key(let name, let optional):
                    guard value.kind == .object || value.isNull else { return try nothing(optional) }
                    return [try value.member(name) ?? .null]
                case .element(let number, let optional): return [try value.array?[number] ?? nothing(optional)[0]]
                case .iterate(let optional): return try value.array ?? value.object?.map(\.value) ?? nothing(optional)
                }
            }
        }
    }

    private static func nothing(_ isOptional: Bool) throws -> [JSONValue] {
        if isOptional { return [] }
        throw QueryRuntimeError("the path does not go through here")
    }

    @Test("and the rest give what the whole program gives", arguments: examples.filter { $0.path != nil }.map(\.program))
    func rest(_ program: String) throws {
        let query = try Query(program)
        let (steps, rest) = try #require(query.leadingPath)
        let input = try JSONValue(parsing: #"{"a":[{"b":1,"c":[7]},{"b":2},[[3],4]],"a b":5,"b":{"a":6}}"#)
        for part in try Query("., .a, .b, {a: {b: [1, 2]}}, {a: {b: 3}}").all(input) {
            guard let values = try? Self.values(at: steps, in: part) else { continue }
            var expected: [String] = []
            var found: [String] = []
            try? query.run(part) { expected.append($0.compactText) }
            for value in values {
                guard let rest else {
                    found.append(value.compactText)
                    continue
                }
                do { try rest.run(value) { found.append($0.compactText) } } catch { break }
            }
            #expect(found == expected || expected.isEmpty)
        }
    }
}
