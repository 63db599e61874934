internal import JSONParsing
internal import Pipeline

/// Rejected records of one step with the same reason.
struct RejectReason: Sendable {
    /// A rejected record that a report shows.
    struct Example: Sendable {
        /// The place of the record in the input.
        let origin: String
        /// The record as it reached the step; nil if it is too long.
        let record: JSONValue?
        /// The beginning of a record that is too long; nil for others.
        let beginning: String?
    }

    let step: String
    let type: String
    let reason: String
    var count = 1
    var examples: [Example] = []

    /// Returns the reason with secret texts masked that the run learned after the reject.
    func masked(by secrets: SecretValues) -> RejectReason {
        var reason = RejectReason(
            step: step, type: type, reason: AddressMask.masked(in: secrets.masked(reason)), count: count)
        reason.examples = examples.map { example in
            Example(
                origin: secrets.masked(example.origin), record: example.record.map { secrets.masked($0) },
                beginning: example.beginning.map { secrets.masked($0) })
        }
        return reason
    }

    var json: JSONObject {
        [
            "step": .string(step), "type": .string(type), "reason": .string(reason), "count": .number(JSONNumber(count)),
            "examples": .array(examples.map { .object($0.json) }),
        ]
    }
}

extension RejectReason.Example {
    var json: JSONObject {
        var object: JSONObject = ["origin": .string(origin)]
        if let record { object["record"] = record }
        if let beginning { object["beginning"] = .string(beginning) }
        return object
    }
}
