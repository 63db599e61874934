import JSONParsing
import JSONQuery
import TestSupport
import Testing

/// The public cases of gojq, with the outputs of jq 1.8. Each case has to be right or to be listed here with the reason why it is not.
@Suite("gojq's tests", .needs(SharedData.exists("jq/gojq.json"), "needs the shared test data"))
struct GojqTests {
    /// Programs whose cases are not right, and will not be.
    static let misses: [String: Comment] = [
        "env|length > 0": "env is empty on purpose: a program must not read the environment",
        "strptime(\"%Y-%m-%dT%H:%M:%S%z\"), fromdate": "fromdate also reads distances to UTC, an extra",
        "rtrim": "the list cuts an output in two at a character that it took for a line break",
    ]

    @Test("give the outputs of jq, or miss for a known reason") func cases() throws {
        let cases = try GojqCase.all()
        #expect(cases.count == 426)
        var right = 0
        for test in cases {
            let failure = try test.failure()
            if failure == nil { right += 1 }
            let isLimit = failure?.contains("of stack") == true || failure?.contains("modules are not supported") == true
            if let reason = Self.misses[test.program] ?? (isLimit ? "nesting has a limit, and there are no modules" : nil) {
                withKnownIssue(reason) { #expect(failure == nil) }
            } else {
                #expect(failure == nil, "\(test.name): \(test.program)")
            }
        }
        #expect(right >= 420)
    }
}

/// One case of gojq's tests, with what jq 1.8 gave.
private struct GojqCase {
    let name: String
    let program: String
    let inputs: [String]
    let outputs: [String]
    /// Whether jq refused the program, or ended with an error.
    let fails: Bool

    static func all() throws -> [GojqCase] {
        try (JSONValue(parsing: Array(try SharedData.read("jq/gojq.json"))).array ?? []).map { entry in
            func texts(_ name: String) throws -> [String] { try entry.member(name)?.array?.compactMap(\.string) ?? [] }
            return GojqCase(
                name: try entry.member("name")?.string ?? "", program: try entry.member("program")?.string ?? "",
                inputs: try texts("inputs"), outputs: try texts("outputs"), fails: try entry.member("ends")?.string != "well")
        }
    }

    /// The difference between result and expectation; nil if there is none.
    func failure() throws -> String? {
        guard let wanted = try? outputs.map({ try JSONValue(parsing: $0) }) else { return "cannot be compared" }
        var found: [JSONValue] = []
        var error: String?
        do {
            let query = try Query(program)
            for input in inputs {
                do {
                    try query.run(try JSONValue(parsing: input)) { found.append(try JSONValue(parsing: $0.compactText)) }
                } catch let failure as QueryRuntimeError {
                    error = failure.message
                }
            }
        } catch let failure as QueryError {
            error = failure.message
        }
        let isRight = try wanted.count == found.count && zip(wanted, found).allSatisfy { try JSONValue.jqOrder($0, $1) == 0 }
        if isRight, fails == (error != nil) { return nil }
        return "gives \(found.map(\.compactText).joined(separator: " ")) \(error ?? ""), not \(outputs.joined(separator: " "))"
    }
}
