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
        case message = "messages of jq programs"

        /// The largest number of messages of a step to print.
        var limit: Int {
            switch self {
            case .skip: 1
            case .remark, .reject: 10
            case .message: 100
            }
        }
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
        if warning.kind == .message { return log(warning) }
        if warning.mayMissRecords {
            return console.warning(
                "\(warning.origin.description): \(warning.text)", fields: fields(warning.step, warning.origin), isAlwaysSaid: true)
        }
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

    /// Prints a value that a jq program logs.
    private func log(_ message: RunWarning) {
        let origin = message.origin.isUnknown ? "" : "\(message.origin.description): "
        let place = message.step.isEmpty ? "debug" : "debug in \(message.step)"
        let fields = fields(message.step, message.origin, more: ["debug": .string(message.text)])
        say("\(origin)\(place): \(message.text)", Key(step: message.step, kind: .message), fields, count: message.count)
    }

    /// The step and the origin of the record, as fields of a JSON message.
    private func fields(_ step: String, _ origin: Origin, more: JSONObject = [:]) -> JSONObject {
        var fields: JSONObject = ["path": .string(step), "source": .string(origin.source)]
        if let page = origin.page { fields["page"] = .number(JSONNumber(page)) }
        if origin.item > 0 { fields["item"] = .number(JSONNumber(origin.item)) }
        if let line = origin.line { fields["input_line"] = .number(JSONNumber(line)) }
        for field in more { fields[field.key] = field.value }
        return fields
    }

    /// - Parameter count: The number of messages that this one stands for.
    private func say(_ message: String, _ key: Key, _ fields: JSONObject, count added: Int = 1) {
        let before = seen.withLock { seen in
            defer { seen[key, default: 0] += added }
            return seen[key, default: 0]
        }
        let isInfo = key.kind == .message
        if before < key.kind.limit || isVerbose {
            if isInfo { console.info(message, fields: fields) } else { console.warning(message, fields: fields) }
        }
        if before <= key.kind.limit, before + added > key.kind.limit, !isVerbose {
            let text = "more of the kind at \(key.step); --verbose shows all"
            if isInfo { console.info(text) } else { console.warning(text) }
        }
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

/// The table of `--verbose`: a line for each step, with its counts and its time.
struct StepTable {
    private let steps: [StepCounts]
    private let columns: [(name: String, value: (StepCounts) -> String)]

    init(_ steps: [StepCounts]) {
        self.steps = steps
        func counts(_ name: String, _ path: KeyPath<StepCounts, Int>) -> (String, (StepCounts) -> String) {
            (name, { "\($0[keyPath: path])" })
        }
        var columns = [
            counts("in", \.input), counts("out", \.output), counts("filtered", \.filtered), counts("rejected", \.rejected),
            counts("made", \.made),
        ]
        // Rare results have a column only in runs that have them.
        if steps.contains(where: { $0.skipped > 0 }) { columns.append(counts("skipped", \.skipped)) }
        if steps.contains(where: { $0.unfinished > 0 }) { columns.append(counts("unfinished", \.unfinished)) }
        columns.append(("time", { "\(FixedDecimals.text($0.time / .seconds(1), places: 2)) s" }))
        columns.append(("share", { "\(Int(($0.share * 100).rounded())) %" }))
        self.columns = columns
    }

    /// The heading and a line for each step, aligned.
    var lines: [String] {
        let rows = [["step"] + columns.map(\.name)] + steps.map { step in [Self.name(of: step)] + columns.map { $0.value(step) } }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row.enumerated().map { column, text in
                let space = String(repeating: " ", count: widths[column] - text.count)
                return column == 0 ? text + space : space + text
            }
            .joined(separator: "  ")
        }
    }

    /// Prints the table; as JSON, a message with fields for each step.
    func print(to console: Console) {
        let lines = lines
        if !console.isJSON { console.info(lines[0]) }
        for (line, step) in zip(lines.dropFirst(), steps) {
            console.info(console.isJSON ? Self.name(of: step) : line, fields: StepFacts(step).json)
        }
    }

    private static func name(of step: StepCounts) -> String { step.path == "source" ? "source \(step.type)" : "\(step.path) \(step.type)" }
}
