import Foundation
import JSONParsing
import JSONQuery
import TestSupport
import Testing

/// Random programs and patterns: each run ends, and programs give the same without their fast paths.
@Suite("Random programs") struct FuzzTests {
    /// How many of each; `TABPIPE_FUZZ` asks for more.
    private static let rounds = ProcessInfo.processInfo.environment["TABPIPE_FUZZ"].flatMap { Int($0) } ?? 1000
    private static let limits = QueryLimits(maxDepth: 100, maxCalls: 1000, maxSteps: 3000, maxLength: 10_000)

    static let inputs = [
        "null", "true", "0", "-1.5", "1e308", "9223372036854775807", "1e1000", "\"\"", "\"aé😀b\"", "\"2015-03-05T23:51:47Z\"", "[]",
        "[1,[2,\"a\"],null]",
        "[999999999,99,-99,1e8,1,1]", "{}", "{\"a\":[1,2],\"b\":{\"c\":null}}",
        "[{\"key\":\"a\",\"value\":1},{\"offset\":1e300,\"length\":-1}]",
    ]

    @Test("call every built-in function with all kinds of arguments") func builtIns() throws {
        let names = try Query("builtins").all(nil)[0].array?.compactMap(\.string) ?? []
        let arguments = [
            ".", ".[]?", "null", "-1", "1e300", "nan", "infinite", "\"a\"", "\"%Y %j %\"", "[]", "[0, \"a\"]", "[[\"a\"], [0]]", "{}",
            "{start: -1, end: 1e9}",
            "(1, 2)", "empty", "error", ".a?", "\"(?<x>.)\"", "\"g\"",
        ]
        var random = SeededRandom(seed: 1)
        #expect(names.count > 200)
        for round in 0..<max(Self.rounds, names.count) {
            let name = names[round % names.count]
            let parts = name.split(separator: "/")
            let arity = Int(parts[1]) ?? 0
            let list = (0..<arity).map { _ in arguments.randomElement(using: &random) ?? "." }.joined(separator: "; ")
            let call = arity == 0 ? String(parts[0]) : "\(parts[0])(\(list))"
            let forms = [
                call, "[\(call)]", "path(\(call))", "(\(call)) |= 1", "try \(call) catch .", "[limit(3; \(call))] | \(call)",
                ". as [$x] | \(call)",
            ]
            let program = forms.randomElement(using: &random) ?? call
            guard let both = try? BothForms(program) else { continue }
            for input in Self.inputs {
                #expect(both.difference(on: try JSONValue(parsing: input), limits: Self.limits) == nil, "\(program) of \(input)")
            }
        }
    }

    @Test("of pieces of the language") func programs() throws {
        let pieces = [
            ".", "..", ".a", ".[0]", ".[]", ".[1:]", "[", "]", "(", ")", "{", "}", "a:", ",", "|", "+", "-", "*", "/", "%", "=", "|=", "+=",
            "//", "//=", "==",
            "and", "or", "not", "if", "then", "else", "end", "try", "catch", "reduce", "foreach", "as", "$x", "[$x]", "{a: $x}", "?//", "?",
            "def f:", "def g(h):",
            ";", "f", "g(.)", "h", "label $x |", "break $x", "\"", "\\(", "@base64", "1", "\"a\"", "null", "$__loc__", "path(", "limit(2;",
            "range(5)", "empty",
        ]
        var random = SeededRandom(seed: 2)
        for _ in 0..<Self.rounds {
            let program = (0..<Int.random(in: 1...14, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined(
                separator: " ")
            guard let both = try? BothForms(program) else { continue }
            for input in Self.inputs {
                #expect(both.difference(on: try JSONValue(parsing: input), limits: Self.limits) == nil, "\(program) of \(input)")
            }
        }
    }

    @Test("with random patterns") func patterns() throws {
        let pieces = [
            "(", ")", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?<x>", "(?i)", "(?-i:", "(?#", "[", "[^", "]", "[:alpha:]", "&&", "-",
            "{", "}", "{2}", "{1,3}",
            "{,2}", ",", "*", "+", "?", "|", "^", "$", ".", "\\", "\\b", "\\d", "\\K", "\\G", "\\R", "\\X", "\\1", "\\k<x>", "\\k<-1>",
            "\\k<", "\\p{L}", "\\p{^", "\\x{41}",
            "\\u0041", "\\Q", "\\E", "\\0", "a", "b", "é", "😀", " ", "#", "\n", ":", "<", ">", "=", "!", "'", "9",
        ]
        let query = try Query(
            ". as [$p, $f] | (\"\", \"ab\\naéé😀b\") | [match($p; $f)], gsub($p; \"<\\(.x)>\"; $f), [splits($p; $f)]")
        var random = SeededRandom(seed: 3)
        for _ in 0..<Self.rounds {
            let pattern = (0..<Int.random(in: 1...9, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            let flags = ["", "g", "gi", "gx", "gn", "gp"].randomElement(using: &random) ?? ""
            try? query.run([.string(pattern), .string(flags)], limits: Self.limits) { _ = $0.compactText }
        }
    }
}
