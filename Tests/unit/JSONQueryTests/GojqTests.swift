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
