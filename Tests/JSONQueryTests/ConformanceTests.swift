import Foundation
import JSONQuery
import TestSupport
import Testing

/// The public cases of jq's own tests. Each case has to be right or to be listed here with the reason why it is not.
@Suite("jq's own tests", .enabled(if: SharedData.exists("jq/cases.json"), "the shared test data is not here"))
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

    @Test(
        "give the outputs that are listed",
        arguments: try ConformanceCase.all().filter { misses[$0.index] == nil && !deep.contains($0.index) })
    func isRight(_ test: ConformanceCase) {
        let failure = test.failure(limits: .standard)
        #expect(failure == nil)
    }

    @Test(
        "give the outputs that are listed, with a limit of 20,000 levels on a large stack",
        arguments: try ConformanceCase.all().filter { deep.contains($0.index) })
    func isRightDeepDown(_ test: ConformanceCase) async {
        let failure = await onThread(stackBytes: 64 << 20) { test.failure(limits: QueryLimits(maxDepth: 20_000)) }
        #expect(failure == nil)
        // With the standard limit the same program ends with an error.
        let refused = await onThread(stackBytes: 512 << 10) { test.failure(limits: .standard) }
        #expect(refused?.contains("nested deeper than the limit") == true)
    }

    @Test("miss for a known reason", arguments: try ConformanceCase.all().filter { misses[$0.index] != nil })
    func isKnownMiss(_ test: ConformanceCase) {
        withKnownIssue(Self.misses[test.index]) {
            let failure = test.failure(limits: .standard)
            #expect(failure == nil)
        }
    }

    @Test("are right in 573 of 586 cases")
    func count() throws {
        let cases = try ConformanceCase.all()
        #expect(cases.count == 586)
        #expect(cases.count { Self.misses[$0.index] == nil } == 573)
    }
}
