import Foundation
import Pipeline

/// A stage that fails with an error of its own.
struct Failing: Stage {
    enum Plain: Error { case tooOdd }
    struct Worded: LocalizedError { var errorDescription: String? { "the moon is not full" } }
    struct Described: Error, CustomStringConvertible { let description = "the tide is low" }

    static let name = "failing"
    static let summary = "Fails."
    static let example = ""
    private let kind: String

    init(options: inout OptionReader) { kind = options.read("kind", .string, help: "The kind of error.") }

    var hooks: Hooks { .none }

    func process(_ record: inout Record) throws -> Verdict {
        switch kind {
        case "plain": throw Plain.tooOdd
        case "worded": throw Worded()
        default: throw Described()
        }
    }
}
