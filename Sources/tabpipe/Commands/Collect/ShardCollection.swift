internal import JSONParsing
internal import Pipeline

/// The end records of a folder, and what is wrong with them.
struct ShardCollection {
    /// The records in the order of their numbers.
    let records: [ShardRecord]
    /// What no further run mends: shards that do not belong together, each as a sentence.
    private(set) var faults: [String] = []
    /// What is wrong with the outputs of shards that have to run again.
    private(set) var outputFaults: [String] = []
    /// The numbers of the shards that have to run: those without a record, and those with faulty outputs.
    private(set) var missing: [Int] = []

    /// Reads all end records of a folder.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `inputMissing` if there is none.
    init(in folder: String) throws {
        var records: [ShardRecord] = []
        for name in try FolderTree.names(in: folder) where name.hasSuffix(ShardRecord.suffix) {
            let path = folder == "." ? name : "\(folder)/\(name)"
            if let record = ShardRecord(at: path) {
                records.append(record)
            } else {
                faults.append("\(path.printable) is no end record of a shard")
            }
        }
        if records.isEmpty, faults.isEmpty {
            throw PipelineFailure(.inputMissing, "\(folder.printable) has no end record of a shard (*\(ShardRecord.suffix))")
        }
        self.records = records.sorted { ($0.index, $0.path) < ($1.index, $1.path) }
        checkGroup()
        checkInputs()
        checkOutputs()
    }

    /// The number of shards.
    var count: Int { records.first?.count ?? 0 }

    /// Whether all records are there.
    var isComplete: Bool { faults.isEmpty && missing.isEmpty }

    /// The sum of a number over all shards.
    func sum(_ key: String) -> Int { records.reduce(0) { $0 + $1.number(key) } }

    /// The counts of all shards together; nil if no record could be read.
    var counts: RunCounts? {
        guard var counts = records.first?.counts else { return nil }
        counts.read = sum("read")
        counts.made = sum("made")
        counts.written = sum("written")
        counts.filtered = sum("filtered")
        counts.rejected = sum("rejected")
        counts.skipped = sum("skipped")
        return counts
    }

    /// Checks that the shards are of the pipeline of a file.
    mutating func check(against identity: RunIdentity, of file: String) {
        for record in records {
            for key in record.differences(from: identity) {
                faults.append("\(record.path.printable): the \(key) is not that of \(file.printable)")
            }
        }
    }

    /// Finds shards that are of another pipeline or group than the first one, that are doubled, or whose numbers do not add up.
    private mutating func checkGroup() {
        guard let first = records.first else { return }
        var seen: [Int: String] = [:]
        for record in records {
            let path = record.path.printable
            for (own, expected) in zip(record.identity, first.identity) where own != expected {
                faults.append("\(path): the \(Self.word(own.key)) is not that of \(first.path.printable)")
            }
            if record.count != first.count || record.key != first.key || record.division != first.division {
                faults.append("\(path) is a shard of another group of inputs than \(first.path.printable)")
            }
            if let other = seen.updateValue(path, forKey: record.index) {
                faults.append("shard \(record.index) is there twice: \(other) and \(path)")
            }
            let line = record.counts
            if !line.addUp { faults.append("\(path): the records do not add up: \(line.line)") }
        }
        missing = (1...max(1, first.count)).filter { seen[$0] == nil }
    }

    /// Finds inputs that two shards have read, or that shards of one input have not read alike.
    private mutating func checkInputs() {
        guard let first = records.first else { return }
        guard first.key == nil else {
            for record in records where record.inputs != first.inputs {
                faults.append("\(record.path.printable) has read another input than \(first.path.printable)")
            }
            return
        }
        var seen: [String: String] = [:]
        for record in records {
            for input in record.inputs {
                guard let other = seen.updateValue(record.path, forKey: input.path), other != record.path else { continue }
                faults.append("\(input.path.printable) was read by two shards: \(other.printable) and \(record.path.printable)")
            }
        }
        if missing.isEmpty, let all = first.divisionCount, seen.count != all, faults.isEmpty {
            faults.append("\(seen.count) inputs were read, and the shards share \(all)")
        }
    }

    private mutating func checkOutputs() {
        for record in records {
            let found = record.outputFaults
            guard !found.isEmpty else { continue }
            outputFaults += found
            missing.append(record.index)
        }
        missing = Set(missing).sorted()
    }

    private static func word(_ key: String) -> String {
        switch key {
        case "parameters": "set of parameters"
        case "files": "set of used files"
        default: key
        }
    }
}
