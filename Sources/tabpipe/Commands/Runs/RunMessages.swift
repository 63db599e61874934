internal import JSONParsing
internal import Pipeline
internal import Synchronization

/// Prints warnings and rejections during a run: the first few of each kind of each step. It counts the others.
///
/// A class, because several tasks call it.
final class RunMessages: RunObserver {
    private enum Kind: String {
        case remark = "remarks"
        case skip = "records skipped"
        case reject = "records rejected"

        /// The largest number of messages of a step to print.
        var limit: Int { self == .skip ? 1 : 10 }
    }

    private struct Key: Hashable {
        let step: String
        let kind: Kind
    }

    private let console: Console
    private let isVerbose: Bool
    private let seen = Mutex<[Key: Int]>([:])

    init(console: Console, isVerbose: Bool) {
        self.console = console
        self.isVerbose = isVerbose
    }

    func warn(_ warning: RunWarning) {
        let kind = warning.kind == .skipped ? Kind.skip : .remark
        say("\(warning.origin.description): \(warning.text)", Key(step: warning.step, kind: kind), fields(warning.step, warning.origin))
    }

    func reject(_ reject: Reject) {
        say(
            "\(reject.origin.description): rejected by \(reject.stage): \(reject.reason)"
                + (reject.programPlace.map { " (\($0.text))" } ?? ""),
            Key(step: reject.step, kind: .reject),
            fields(reject.step, reject.origin, more: ["stage": .string(reject.stage), "reason": .string(reject.reason)]))
    }

    /// The record as fields of a message in JSON.
    private func fields(_ step: String, _ origin: Origin, more: JSONObject = [:]) -> JSONObject {
        var fields: JSONObject = ["path": .string(step), "source": .string(origin.source)]
        if let page = origin.page { fields["page"] = .number(JSONNumber(page)) }
        if origin.item > 0 { fields["item"] = .number(JSONNumber(origin.item)) }
        if let line = origin.line { fields["input_line"] = .number(JSONNumber(line)) }
        for field in more { fields[field.key] = field.value }
        return fields
    }

    private func say(_ message: String, _ key: Key, _ fields: JSONObject) {
        let count = seen.withLock { seen in
            seen[key, default: 0] += 1
            return seen[key, default: 0]
        }
        if count <= key.kind.limit || isVerbose { console.warning(message, fields: fields) }
        if count == key.kind.limit + 1, !isVerbose { console.warning("more of the kind at \(key.step); --verbose shows all") }
    }

    /// Prints the totals of the messages that were not printed.
    func finish() {
        guard !isVerbose else { return }
        let left = seen.withLock { $0 }.filter { $0.value > $0.key.kind.limit }
        for (key, count) in left.sorted(by: { ($0.key.step, $0.key.kind.rawValue) < ($1.key.step, $1.key.kind.rawValue) }) {
            console.info("\(key.step): \(count) \(key.kind.rawValue) in all")
        }
    }
}
