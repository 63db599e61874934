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
        var end = JSONObject()
        let numbers = [
            ("read", counts.read), ("made", counts.made), ("written", counts.written), ("filtered", counts.filtered),
            ("rejected", counts.rejected), ("skipped", counts.skipped),
        ]
        for (key, number) in numbers { end[key] = .number(JSONNumber(number)) }
        end["steps"] = .array(steps.filter { $0.path.hasPrefix("stages") }.map { .object(Self.json(of: $0)) })
        end["pipeline"] = .string(identity.pipeline)
        end["parameters"] = .string(identity.parameters)
        end["version"] = .string(ProgramVersion.text)
        if !identity.files.isEmpty { end["files"] = .object(identity.files) }
        if let input { end["input"] = .object(input) } else { end["limited"] = .bool(true) }
        return end
    }

    /// The line of an envelope.
    var line: [UInt8] {
        var writer = JSONWriter()
        writer.write(.object(["end": .object(json)]))
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
