import Foundation
import JSONParsing
import JSONQuery
import TestSupport
import Testing

/// The public cases of jq's own tests. Each case has to be right or to be listed here with the reason why it is not.
@Suite("jq's own tests", .needs(SharedData.exists("jq/cases.json"), "needs the shared test data"))
struct ConformanceTests {
    /// Cases that are not right, and will not be.
    static let misses: [Int: Comment] = {
        var reasons: [Int: Comment] = [
            264: "the input has Infinity and NaN, which the strict reader refuses",
            486: "the input has nan, which the strict reader refuses",
            711: "$ENV is empty on purpose: a program must not read the environment",
            712: "env is empty on purpose: a program must not read the environment",
        ]
        for index in [402, 403, 405, 406, 408, 409, 417, 418, 421] { reasons[index] = "there are no modules" }
        return reasons
    }()

    /// Cases that build values deeper than the standard limit, which fits threads with 512 KiB of stack.
    static let deep: Set<Int> = [532, 534, 535, 541, 543, 544, 546, 547, 549]

    /// The failure of each case, computed once for all tests. Deep cases get a large stack and a larger depth limit.
    private static let failures = Task {
        await onThread(stackBytes: 64 << 20) { () -> [Int: String] in
            let cases = (try? ConformanceCase.all()) ?? []
            return cases.reduce(into: [:]) { failures, test in
                failures[test.index] = test.failure(limits: deep.contains(test.index) ? QueryLimits(maxDepth: 20_000) : .standard)
            }
        }
    }

    @Test(
        "give the outputs that are listed",
        arguments: try ConformanceCase.all().filter { misses[$0.index] == nil })
    func isRight(_ test: ConformanceCase) async {
        let failure = await Self.failures.value[test.index]
        #expect(failure == nil)
    }

    @Test(
        "that build values of 10,000 levels end with an error under the standard limits",
        arguments: try ConformanceCase.all().filter { deep.contains($0.index) })
    func isRefused(_ test: ConformanceCase) async {
        let failure = await onThread(stackBytes: 512 << 10) { test.failure(limits: .standard) }
        #expect(failure?.contains("nested deeper than the limit") == true)
    }

    @Test("miss for a known reason", arguments: try ConformanceCase.all().filter { misses[$0.index] != nil })
    func isKnownMiss(_ test: ConformanceCase) async {
        let failure = await Self.failures.value[test.index]
        withKnownIssue(Self.misses[test.index]) { #expect(failure == nil) }
    }

    @Test("are right in 573 of 586 cases") func count() async throws {
        let cases = try ConformanceCase.all()
        let failures = await Self.failures.value
        #expect(cases.count == 586)
        #expect(cases.count { failures[$0.index] == nil } == 573)
    }
}

/// One case of jq's own tests.
struct ConformanceCase: Sendable, CustomTestStringConvertible {
    let index: Int
    let program: String
    let input: String
    let outputs: [String]
    let mustFail: Bool

    var testDescription: String { "\(index): \(program)" }

    static func all() throws -> [ConformanceCase] {
        let bytes = Array(try SharedData.read("jq/cases.json"))
        return try (JSONValue(parsing: bytes).array ?? []).map { entry in
            ConformanceCase(
                index: Int(try entry.member("index")?.number?.int64 ?? -1),
                program: try entry.member("program")?.string ?? "",
                input: try entry.member("input")?.string ?? "null",
                outputs: try entry.member("outputs")?.array?.compactMap(\.string) ?? [],
                mustFail: try entry.member("fails")?.bool ?? false)
        }
    }

    /// The difference between result and expectation; nil if there is none.
    func failure(limits: QueryLimits) -> String? {
        let query: Query
        do {
            query = try Query(program)
        } catch {
            return mustFail ? nil : "does not compile: \(error)"
        }
        if mustFail { return "compiles" }
        var found: [JSONValue] = []
        var end = ""
        do {
            try query.run(try value(input), limits: limits) { found.append($0) }
        } catch {
            end = " and then \(error)"
        }
        do {
            let wanted = try outputs.map { try value($0) }
            let isRight = try wanted.count == found.count && zip(wanted, found).allSatisfy { try JSONValue.jqOrder($0, $1) == 0 }
            return isRight ? nil : "gives \(found.map(\.compactText).joined(separator: " "))\(end), not \(outputs.joined(separator: " "))"
        } catch {
            return "cannot be compared: \(error)"
        }
    }

    /// How the results of the two forms of the program differ; nil if they are equal or there is no program or input to run.
    func differenceOfForms() -> String? {
        guard let both = try? BothForms(program), let input = try? value(input) else { return nil }
        return both.difference(on: input, limits: QueryLimits(maxDepth: 20_000))
    }

    /// Inputs may begin with a byte order mark.
    private func value(_ text: String) throws -> JSONValue {
        try JSONValue(parsing: text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text)
    }
}
