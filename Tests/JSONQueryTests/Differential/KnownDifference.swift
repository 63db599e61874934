/// A rule for programs on which this engine and jq differ on purpose.
struct KnownDifference {
    let reason: String
    let applies: @Sendable (_ program: String, _ jq: ReferenceJQ.Answer, _ ours: ReferenceJQ.Answer) -> Bool

    static let all: [KnownDifference] = [
        KnownDifference(reason: "a format, a flag or a pattern that the program spells out is checked before it runs") { _, _, ours in
            ours.error?.hasSuffix("(compiling)") == true
        },
        KnownDifference(reason: "the keys of an object are checked when all its members are known") { _, jq, ours in
            ours.outputs == jq.outputs && jq.error?.contains("as object key") == true
        },
        KnownDifference(reason: "a break passes every try on its way to its label") { program, _, _ in
            program.contains("break") && (program.contains("try") || program.contains("?"))
        },
    ]
}
