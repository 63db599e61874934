import Foundation
import JSONQuery
import Testing

@Suite("jq's own tests", .enabled(if: SharedData.isPresent, "the shared test data is not here"))
struct ConformanceTests {
    @Test("all")
    func all() throws {
        var right = 0
        let cases = try ConformanceCase.all()
        for test in cases {
            print("running", test.index)
            if let failure = test.failure(limits: .standard) {
                print("MISS \(test.index): \(test.program) << \(test.input.prefix(200)) \(failure.prefix(500))")
            } else {
                right += 1
            }
        }
        print("RIGHT \(right) of \(cases.count)")
    }
}
