/// A rule for programs on which this engine and jq differ on purpose.
struct KnownDifference {
    let reason: String
    let applies: @Sendable (_ program: String, _ jq: ReferenceJQ.Answer, _ ours: ReferenceJQ.Answer) -> Bool

    static let all: [KnownDifference] = [
        KnownDifference(reason: "a format, a flag or a pattern that the program spells out is checked before it runs") { _, _, ours in
            ours.error?.hasSuffix("(compiling)") == true
        },
        KnownDifference(reason: "computed keys are checked, and looked up, when all members of the object are known") { program, jq, ours in
            guard ours.outputs.starts(with: jq.outputs), let error = jq.error else { return false }
            return error.contains("as object key") || (error.contains("Cannot index") && program.contains("\"\\("))
        },
        KnownDifference(reason: "a zero that a built-in function counted is a whole number, which has no sign") { _, jq, ours in
            jq.outputs.contains("-0") && jq.outputs.map { $0 == "-0" ? "0" : $0 } == ours.outputs
                && (jq.error == nil) == (ours.error == nil)
        },
        KnownDifference(reason: "an update without an output makes the containers on the way to a place that is not there") {
            program, _, _ in
            program.contains("|=") && program.contains("empty")
        },
        KnownDifference(reason: "a break passes every try on its way to its label") { program, _, _ in
            program.contains("break") && (program.contains("try") || program.contains("?"))
        },
    ]
}
