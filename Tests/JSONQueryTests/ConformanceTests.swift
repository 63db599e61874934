import Foundation
import JSONQuery
import Testing

@Suite("jq's own tests", .enabled(if: SharedData.isPresent, "needs the shared test data (jq)"))
struct ConformanceTests {
    /// Cases that pass: of 586. The others need modules, or values nested deeper than this project's limit allows.
    static let passing = 564

    @Test("pass, but for the known ones") func all() throws {
        let cases = try ConformanceCase.all()
        #expect(cases.count >= 586)
        let misses = cases.compactMap { test in test.failure(limits: .standard).map { "\(test.index) \(test.program): \($0.prefix(200))" } }
        #expect(cases.count - misses.count >= Self.passing, "\(misses.joined(separator: "\n"))")
    }
}
