internal import JSONParsing
internal import Pipeline
internal import Synchronization

/// Checks the rules for all records at the commit point of a run, where a failure keeps all outputs as they were.
///
/// The keys of all records go to a sorter, which brings equal ones together in bounded memory. A class, because all copies of the stage
/// share it.
final class ContractChecks: RunOutput {
    private struct State: ~Copyable {
        var sorter: RecordSorter?
        var count = 0
    }

    private let names: [ContractKeys.Name]
    private let count: ContractCount
    private let maxMemory: Int
    private let state = Mutex(State())
    private let spilled = SpilledCount()

    init(_ names: [ContractKeys.Name], _ count: ContractCount, maxMemory: Int) {
        self.names = names
        self.count = count
        self.maxMemory = maxMemory
    }

    var supportsPlan: Bool { true }
    var passesRecords: Bool { false }
    /// Sentences for the summary.
    var notes: [String] { spilled.notes }

    func open(in context: RunContext) throws {
        spilled.reset()
        state.withLock { $0 = State(sorter: RecordSorter(memoryBytes: maxMemory, in: context)) }
    }

    /// Takes the keys of a record. Without a run, such as in a preview, nothing is checked.
    ///
    /// - Throws: ``PipelineFailure`` if the temporary file cannot be written; the reason why a key cannot be compared.
    func add(_ record: Record, _ entries: [ContractKeys.Entry]) throws {
        let origin = record.origin
        // Equal keys in the order of the input, so that messages do not depend on the number of workers.
        let place: JSONValue = [
            .string(origin.source), .number(JSONNumber(origin.page ?? 0)), .number(JSONNumber(origin.item)),
            .number(JSONNumber(origin.element ?? 0)),
        ]
        let keys = entries.map { JSONValue.array([.number(JSONNumber($0.rule)), $0.key]) }
        // A record with a key that cannot be compared is rejected, so none of its keys may count.
        if keys.count > 1 { for key in keys { _ = try key.orderKey } }
        do {
            try state.withLock { state in
                guard state.sorter != nil else { return }
                for (entry, key) in zip(entries, keys) {
                    try state.sorter?.append(
                        Record([.number(JSONNumber(entry.rule)), .bool(entry.isReference), entry.key], origin: origin), by: key,
                        then: place)
                }
                state.count += 1
            }
        } catch let failure as PipelineFailure {
            throw PipelineFailure(failure.kind, failure.message, concernsAllRecords: true)
        }
    }

    func prepare() throws {
        let faults = try state.withLock { state -> [String] in
            // A worker may still have records that the run does not need.
            guard var sorter = state.sorter.take() else { return [] }
            spilled.note(sorter.spilledCount)
            var faults = [count.fault(of: state.count)].compactMap(\.self)
            guard !names.isEmpty else { return faults }
            var broken = BrokenKeys(of: names)
            while let next = try sorter.next() { broken.add(next) }
            faults += broken.faults()
            return faults
        }
        guard !faults.isEmpty else { return }
        throw PipelineFailure(.badData, "expect: \(faults.joined(separator: "; "))")
    }

    func commit() {}
    func keep(because reason: String) {}
    func close() { state.withLock { $0 = State() } }
    func stagedHead(of path: String, upTo limit: Int) -> [UInt8]? { nil }
}

/// Goes through sorted keys, and finds those that break a rule.
private struct BrokenKeys {
    /// The broken keys of one rule: the first one in words, and the number of all.
    private struct Fault {
        var text = ""
        var count = 0
    }

    private let names: [ContractKeys.Name]
    private var found: [Fault]
    private var rule = 0
    private var key = JSONValue.null
    /// The first two records that have the current key, and the number of all.
    private var owners: [Origin] = []
    private var ownerCount = 0
    /// The first record that refers to the current key.
    private var referrer: Origin?

    init(of names: [ContractKeys.Name]) {
        self.names = names
        found = Array(repeating: Fault(), count: names.count)
    }

    /// Takes the next key in the sorted order.
    mutating func add(_ entry: RecordSorter.SortedRecord) {
        guard let parts = entry.record.value.array, parts.count == 3, let number = parts[0].number?.int64 else { return }
        if entry.isFirstOfKey {
            endKey()
            (rule, key, owners, ownerCount, referrer) = (Int(number), parts[2], [], 0, nil)
        }
        if parts[1].bool == true {
            if referrer == nil { referrer = entry.record.origin }
        } else {
            ownerCount += 1
            if owners.count < 2 { owners.append(entry.record.origin) }
        }
    }

    /// The rules that are broken, in sentences, once all keys were taken.
    mutating func faults() -> [String] {
        endKey()
        return zip(names, found).compactMap { name, fault in
            guard fault.count > 0 else { return nil }
            let more = fault.count - 1
            if more == 0 { return fault.text }
            let verb = more == 1 ? "is" : "are"
            switch name {
            case .unique: return "\(fault.text); \(more.counted("more key")) \(verb) not unique"
            case .reference: return "\(fault.text); \(more.counted("more key")) \(verb) missing"
            }
        }
    }

    private mutating func endKey() {
        switch names[rule] {
        case .unique(let source) where ownerCount > 1:
            if found[rule].count == 0 {
                found[rule].text =
                    "unique: \(source) is \(shown(source)) in \(ownerCount) records: \(shown(owners[0])), and \(shown(owners[1]))"
            }
            found[rule].count += 1
        case .reference(let from, let to):
            guard ownerCount == 0, let referrer else { return }
            if found[rule].count == 0 {
                found[rule].text = "references: \(from) is \(shown(from)) in \(shown(referrer)), and \(to) of no record"
            }
            found[rule].count += 1
        default: break
        }
    }

    private func shown(_ origin: Origin) -> String { origin.description.printable }

    /// The current key; a secret only by its kind.
    private func shown(_ source: String) -> String { KeyDisplay(source).text(of: key) }
}
