internal import JSONParsing
internal import Pipeline

extension ExpectedReject {
    /// Whether a rejected record is the expected one.
    func matches(_ reject: Reject) -> Bool {
        if let stage, stage != reject.stage { return false }
        if let step, step != reject.step { return false }
        if let reason, !reject.reason.contains(reason) { return false }
        if let pattern { return (try? pattern.isTrue(Record(.string(reject.reason)))) == true }
        return true
    }

    /// The expectation in a sentence.
    var description: String {
        let parts = [
            stage.map { "stage \($0)" }, step.map { "step \($0)" }, reason.map { "a reason that has \"\($0)\"" },
            patternText.map { "a reason that matches \"\($0)\"" },
        ]
        return parts.compactMap(\.self).joined(separator: " and ")
    }
}
