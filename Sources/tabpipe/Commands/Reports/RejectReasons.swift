internal import JSONParsing
internal import Pipeline

/// The rejected records of a run by step and reason, with the first ones of each as examples. Its memory is bounded.
struct RejectReasons: Sendable {
    private struct Key: Hashable {
        let step: String
        let reason: String
    }

    /// The largest number of reasons. Records with another reason are only counted.
    private static let maxReasons = 50
    /// The largest number of examples of one reason.
    private static let maxExamples = 3
    /// The length of a record in bytes above which a report shows only its beginning.
    private static let maxRecordBytes = 4096
    /// The length of a reason in characters above which the rest is left out.
    private static let maxReasonLength = 500

    private(set) var list: [RejectReason] = []
    /// The number of records with a reason that is not in the list.
    private(set) var others = 0
    private var places: [Key: Int] = [:]

    mutating func add(_ reject: Reject) {
        let reason = Self.cut(reject.reason + (reject.programPlace.map { " (\($0.text))" } ?? ""))
        let key = Key(step: reject.step, reason: reason)
        if let place = places[key] {
            list[place].count += 1
            guard list[place].examples.count < Self.maxExamples else { return }
            list[place].examples.append(Self.example(of: reject))
        } else if list.count < Self.maxReasons {
            places[key] = list.count
            list.append(
                RejectReason(step: reject.step, type: reject.stage, reason: reason, examples: [Self.example(of: reject)]))
        } else {
            others += 1
        }
    }

    private static func example(of reject: Reject) -> RejectReason.Example {
        let text = reject.record.compactText
        guard text.utf8.count > maxRecordBytes else {
            return .init(origin: reject.origin.description, record: (try? reject.record.decoded()) ?? reject.record, beginning: nil)
        }
        let beginning = String(decoding: text.utf8.prefix(maxRecordBytes), as: UTF8.self)
        return .init(origin: reject.origin.description, record: nil, beginning: beginning)
    }

    private static func cut(_ text: String) -> String { text.count > maxReasonLength ? text.prefix(maxReasonLength) + "…" : text }
}

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
