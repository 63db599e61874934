internal import JSONParsing

/// The end record of a run: its numbers, which add up, what ran, and what it read.
struct RunEnd: Sendable {
    let counts: RunCounts
    /// The counts of all steps of the run.
    let steps: [StepCounts]
    let identity: RunIdentity
    /// The totals of the input; nil if the run took a part of it only.
    let input: JSONObject?

    /// The members of the record.
    var json: JSONObject {
        var end = counts.json
        end["steps"] = .array(steps.filter { $0.path.hasPrefix("stages") }.map { .object(Self.json(of: $0)) })
        for member in identity.json { end[member.key] = member.value }
        if let input { end["input"] = .object(input) } else { end["limited"] = .bool(true) }
        return end
    }

    /// The line of an envelope.
    var line: [UInt8] { Self.line(json) }

    /// The line with an end record.
    static func line(_ end: JSONObject) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(.object(["end": .object(end)]))
        writer.append(UInt8(ascii: "\n"))
        return writer.bytes
    }

    private static func json(of step: StepCounts) -> JSONObject {
        var counts: JSONObject = ["step": .string(step.path), "type": .string(step.type)]
        let numbers = [
            ("in", step.input), ("out", step.output), ("filtered", step.filtered), ("rejected", step.rejected), ("skipped", step.skipped),
            ("made", step.made),
        ]
        for (key, number) in numbers { counts[key] = .number(JSONNumber(number)) }
        return counts
    }
}
