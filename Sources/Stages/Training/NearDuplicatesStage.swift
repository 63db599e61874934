internal import JSONParsing
internal import Pipeline
internal import Synchronization
internal import TextMeasures

/// The stage `near_duplicates`: drops, marks or rejects records whose text is nearly that of an earlier record.
struct NearDuplicatesStage: StreamStage {
    static let name = "near_duplicates"
    static let summary =
        "Drops, marks or rejects records whose text is nearly that of an earlier record that stays. It compares signatures of the texts (MinHash), in bounded memory."
    static let example = #"{ "type": "near_duplicates", "field": "text", "threshold": 0.8 }"#

    /// What becomes of a near duplicate.
    enum Action: String, CaseIterable, Sendable { case drop, mark, reject }

    /// What a run has found. A class, because the run and the summary share it.
    private final class Findings: Sendable {
        struct Counts {
            var duplicates = 0
            /// Sentences about the first ones.
            var first: [String] = []
            var records = 0
            var forgotten = 0
            var cutSearches = 0
        }
        let counts = Mutex(Counts())
    }

    /// The greatest number of near duplicates that the summary names.
    private static let maxNamed = 5
    /// The longest id, in bytes of JSON.
    private static let maxIDBytes = 1_000

    private let text: FieldOrQuery
    private let id: RecordQuery
    private let threshold: Double
    private let sketcher: TextSketcher
    private let maxRecords: Int
    private let action: Action
    private let into: FieldPath
    private let findings = Findings()

    init(options: inout OptionReader) {
        text = options.read(
            "field", .fieldOrQuery,
            help:
                "The field with the text, or a jq program that gives it, such as [.messages[].content] | join(\" \"). A record without a text stays."
        )
        id = options.read(
            "id", .query, default: .fixed(".id"),
            help:
                "A jq program that names a record in marks and messages: a string or a number. A record without an id is named by its place in the input."
        )
        threshold = options.read(
            "threshold", .number(0.1...1), default: 0.8,
            help:
                "The smallest similarity of near duplicates: the shingles that two texts have in common, divided by all of both. It is estimated, "
                + "with an error of 0.035 or so.")
        let unit = options.read(
            "shingle", .choice, default: ShingleUnit.words,
            help: "What a shingle is made of: words, without punctuation and letter case, or characters.")
        let size = options.readIfPresent(
            "shingle_size", .integer(1...100),
            help:
                "How many words or characters in a row a shingle has. The default is 3 words or 9 characters. Shorter texts have to be equal."
        )
        sketcher = TextSketcher(unit: unit, size: size ?? (unit == .words ? 3 : 9))
        maxRecords = options.read(
            "max_records", .integer(1...10_000_000), default: 200_000,
            help:
                "How many records are remembered, at up to \(NearDuplicateIndex.bytesPerText) bytes each. Beyond it, the oldest are forgotten, with a warning."
        )
        action = options.read(
            "do", .choice, default: Action.drop,
            help: "What to do with a near duplicate: drop it, mark it with the id of the earlier record, or reject it with the reason.")
        let mark = options.readIfPresent(
            "into", .newField,
            help:
                "The field for the id of the earlier record, which is null in other records; the default is duplicate_of. It needs \"do\": \"mark\"."
        )
        if mark != nil, action != .mark { options.report("only \"do\": \"mark\" puts an id into a field", option: "into") }
        into = mark ?? FieldPath(name: "duplicate_of")
    }

    var partition: StagePartition { .allRecords }

    var hooks: Hooks {
        Hooks(changedFields: action == .mark ? [into] : [], notes: notes, closingWarnings: warnings)
    }

    func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws {
        var index = NearDuplicateIndex(threshold: threshold, capacity: maxRecords)
        /// The ids of the remembered records as JSON, in the slots of the index.
        var ids: [String] = []
        for try await batch in input {
            var passed: [Record] = []
            for var record in batch {
                do {
                    guard let signature = try signature(of: record) else {
                        if action == .mark { try record.set(into, to: .null) }
                        passed.append(record)
                        continue
                    }
                    let id = try idText(of: record)
                    guard let match = index.match(signature) else {
                        if action == .mark { try record.set(into, to: .null) }
                        if index.count < maxRecords { ids.append(id) } else { ids[index.count % maxRecords] = id }
                        index.insert(signature)
                        passed.append(record)
                        continue
                    }
                    let original = ids[match.number % maxRecords]
                    note(record, original, match.similarity)
                    switch action {
                    case .drop: break
                    case .mark:
                        try record.set(into, to: JSONValue(parsing: Array(original.utf8)))
                        passed.append(record)
                    case .reject:
                        throw RecordError(
                            "the text is a near duplicate of that of \(original.printable), with a similarity of \(Self.shown(match.similarity))"
                        )
                    }
                } catch {
                    try await output.refuse(record, because: error)
                }
            }
            findings.counts.withLock { ($0.records, $0.forgotten, $0.cutSearches) = (index.count, index.forgotten, index.cutSearches) }
            try await output.send(contentsOf: passed)
        }
    }

    /// The signature of a record's text; nil if it has none.
    private func signature(of record: Record) throws -> TextSignature? {
        guard let value = try text.value(for: record), !value.isNull else { return nil }
        guard case .string(let text) = try value.decoded() else {
            throw RecordError("field gives \(value.kind.phrase); a string was expected")
        }
        return sketcher.signature(of: text)
    }

    /// The id of a record as JSON; without one, its place in the input.
    private func idText(of record: Record) throws -> String {
        guard let value = try id.first(record), !value.isNull else { return JSONValue.string("\(record.origin)").compactText }
        guard [.string, .number].contains(value.kind) else {
            throw RecordError("id gives \(value.kind.phrase); a string or a number was expected")
        }
        let text = try value.decoded().compactText
        guard text.utf8.count <= Self.maxIDBytes else {
            throw RecordError("id gives \(text.utf8.count) bytes; the limit is \(Self.maxIDBytes)")
        }
        return text
    }

    private func note(_ record: Record, _ original: String, _ similarity: Double) {
        findings.counts.withLock { counts in
            counts.duplicates += 1
            guard counts.first.count < Self.maxNamed else { return }
            counts.first.append("\(record.origin) like \(original.printable), \(Self.shown(similarity))")
        }
    }

    /// A similarity with two digits behind the point.
    private static func shown(_ similarity: Double) -> String {
        let hundredths = Int((similarity * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }

    private var notes: [String] {
        let counts = findings.counts.withLock { $0 }
        guard counts.duplicates > 0 else { return [] }
        let verb = ["drop": "dropped", "mark": "marked", "reject": "rejected"][action.rawValue] ?? ""
        let names = counts.first.count == 1 ? "the first one is" : "the first ones are"
        return ["\(counts.duplicates.counted("near duplicate")) \(verb); \(names) \(counts.first.joined(separator: "; "))"]
    }

    private var warnings: [String] {
        let counts = findings.counts.withLock { $0 }
        var warnings: [String] = []
        if counts.forgotten > 0 {
            warnings.append(
                "\(counts.records) records stayed, and each was compared with the latest \(maxRecords) alone, so that near duplicates further apart stay; "
                    + "max_records says how many are remembered")
        }
        if counts.cutSearches > 0 {
            warnings.append(
                "\(counts.cutSearches.counted("record was", plural: "records were")) like too many others in a part, and compared with the newest of them alone, "
                    + "so that near duplicates may stay; larger shingles set texts apart")
        }
        return warnings
    }
}
