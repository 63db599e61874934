internal import JSONParsing
internal import Pipeline

/// The numbers of a step in a report. Times are rounded once, so that all forms of the report show the same ones.
struct StepRecord: Sendable {
    let path: String
    let type: String
    let input: Int
    let made: Int
    let output: Int
    let filtered: Int
    let rejected: Int
    let skipped: Int
    let unfinished: Int
    /// In seconds, with three decimal places.
    let seconds: Double
    /// From 0 to 1, with four decimal places.
    let share: Double

    init(_ step: StepCounts) {
        path = step.path
        type = step.type
        input = step.input
        made = step.made
        output = step.output
        filtered = step.filtered
        rejected = step.rejected
        skipped = step.skipped
        unfinished = step.unfinished
        seconds = Decimals.rounded(step.time / .seconds(1), places: 3)
        share = Decimals.rounded(step.share, places: 4)
    }

    /// Whether the step is a sink.
    var isSink: Bool { path.hasPrefix("sinks[") }

    /// The counts with the keys of the JSON report, in its order.
    var counts: [(key: String, count: Int)] {
        [
            ("in", input), ("made", made), ("out", output), ("filtered", filtered), ("rejected", rejected), ("skipped", skipped),
            ("unfinished", unfinished),
        ]
    }

    var json: JSONObject {
        var object: JSONObject = ["step": .string(path), "type": .string(type)]
        for (key, count) in counts { object[key] = .number(JSONNumber(count)) }
        object["seconds"] = .number(JSONNumber(seconds))
        object["share"] = .number(JSONNumber(share))
        return object
    }
}
