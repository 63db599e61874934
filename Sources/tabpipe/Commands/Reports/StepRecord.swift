internal import JSONParsing
internal import Pipeline

/// The numbers of a step in a report. Times are rounded once, so that all forms of the report show the same ones.
struct StepRecord: Sendable {
    let counts: StepCounts
    /// In seconds, with three decimal places.
    let seconds: Double
    /// From 0 to 1, with four decimal places.
    let share: Double

    init(_ counts: StepCounts) {
        self.counts = counts
        seconds = Decimals.rounded(counts.time / .seconds(1), places: 3)
        share = Decimals.rounded(counts.share, places: 4)
    }

    var path: String { counts.path }
    var type: String { counts.type }

    /// Whether the step is a sink.
    var isSink: Bool { path.hasPrefix("sinks[") }

    /// The counts with the keys of the JSON report, in its order.
    var results: [(key: String, count: Int)] {
        [
            ("in", counts.input), ("made", counts.made), ("out", counts.output), ("filtered", counts.filtered),
            ("rejected", counts.rejected), ("skipped", counts.skipped), ("unfinished", counts.unfinished),
        ]
    }

    var json: JSONObject {
        var object: JSONObject = ["step": .string(path), "type": .string(type)]
        for (key, count) in results { object[key] = .number(JSONNumber(count)) }
        object["seconds"] = .number(JSONNumber(seconds))
        object["share"] = .number(JSONNumber(share))
        return object
    }
}
