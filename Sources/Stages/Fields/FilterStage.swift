internal import Pipeline

/// The stage `filter`: keeps the records for which a jq program returns neither null nor false.
struct FilterStage: Stage {
    static let name = "filter"
    static let summary = "Keeps the records for which a jq program returns neither null nor false."
    static let example = #"{ "type": "filter", "where": ".is_enterprise and .vertical != null" }"#

    private var condition: RecordQuery

    init(options: inout OptionReader) {
        condition = options.read(
            "where", .condition, help: "A jq program; records for which its first output is null or false are dropped.")
    }

    var hooks: Hooks { Hooks(changedFields: []) }

    func process(_ record: inout Record) throws -> Verdict {
        try condition.isTrue(record) ? .keep : .drop
    }

    func copyForWorker() -> FilterStage {
        var copy = self
        copy.condition = condition.recompiled()
        return copy
    }
}
