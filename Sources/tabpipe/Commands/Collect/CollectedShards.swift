internal import Pipeline

/// The end records of shards in a folder, and their faults.
struct CollectedShards {
    /// The records in the order of their numbers.
    let records: [ShardEndRecord]
    /// The number of shards; 0 if neither a record nor a file name states it.
    let count: Int
    /// The summed counts of all records; nil on overflow.
    let sums: RunCounts?
    /// Faults that no further run can mend, such as shards of different pipelines, each as a sentence.
    private(set) var faults: [String] = []
    /// Faults of shards that have to run again, each as a sentence.
    private(set) var runFaults: [String] = []
    /// Facts that the shards do not prove, each as a sentence.
    private(set) var doubts: [String] = []
    /// The numbers of the shards that have to run, in order.
    private(set) var missing: [Int] = []
    /// The first record of the largest group of records that belong together.
    private let reference: ShardEndRecord?

    /// Reads all end records of a folder.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `inputMissing` if there is none.
    init(in folder: String) throws {
        var records: [ShardEndRecord] = []
        var unreadable: [(path: String, reason: String)] = []
        for name in try Self.names(in: folder) {
            let path = folder == "." ? name : "\(folder)/\(name)"
            do throws(EndRecordFault) {
                records.append(try ShardEndRecord(at: path))
            } catch {
                unreadable.append((path, error.reason))
            }
        }
        self.records = records.sorted { ($0.index, $0.path) < ($1.index, $1.path) }
        reference = Self.reference(of: self.records)
        let named = unreadable.map { ShardEndRecord.shard(inName: FilePath.split($0.path).name) }
        count = reference?.count ?? named.compactMap { $0?.count }.max() ?? 0
        sums = RunCounts.sum(of: records.map(\.counts))
        if sums == nil { faults.append("the numbers of all shards together are too large") }
        let indices = Set(records.map(\.index))
        if count > 0 { missing = (1...count).filter { !indices.contains($0) } }
        for ((path, reason), shard) in zip(unreadable, named) {
            let fault = "\(path.printable) is no end record of a shard: \(reason)"
            // A run of the shard replaces a damaged record. Another file stays.
            if let shard, shard.count == count, missing.contains(shard.index) { runFaults.append(fault) } else { faults.append(fault) }
        }
        checkGroup()
        checkInputs()
        for record in self.records { require(record, because: record.outputFaults) }
        let fruitless = self.records.filter { $0.counts.written == 0 && $0.counts.rejected > 0 }.count
        if fruitless > 0 { doubts.append("\(fruitless.counted("shard")) rejected records and wrote none") }
    }

    /// The names of all end records in a folder.
    private static func names(in folder: String) throws -> [String] {
        let none = PipelineFailure(.inputMissing, "\(folder.printable) has no end record of a shard (*\(ShardEndRecord.suffix))")
        guard let kind = FilePath.kind(of: folder) else { throw none }
        guard kind == .folder else {
            throw PipelineFailure(.inputMissing, "collect reads the end records of a folder, and \(folder.printable) is none")
        }
        let names: [String]
        do {
            names = try FolderListing.names(in: folder).filter { $0.hasSuffix(ShardEndRecord.suffix) }
        } catch {
            throw PipelineFailure(.inputMissing, "the folder \(folder.printable) cannot be read: \(error.message)")
        }
        if names.isEmpty { throw none }
        return names
    }

    /// The first record of the largest group, so that one odd record does not make all others faults.
    private static func reference(of records: [ShardEndRecord]) -> ShardEndRecord? {
        var groups: [(first: ShardEndRecord, size: Int)] = []
        for record in records {
            if let group = groups.firstIndex(where: { $0.first.isOfGroup(record) }) {
                groups[group].size += 1
            } else {
                groups.append((record, 1))
            }
        }
        let largest = groups.map(\.size).max()
        return groups.first { $0.size == largest }?.first
    }

    /// Whether no shard is missing or faulty.
    var isComplete: Bool { faults.isEmpty && missing.isEmpty && count > 0 }

    /// Checks that the shards have run the pipeline of a file, with its inputs as they are now.
    ///
    /// - Parameter inputs: All inputs that the file names; nil for a source without a list of inputs.
    mutating func check(against identity: RunIdentity, reading inputs: [Input]?, of file: String) {
        let file = file.printable
        let differences = records.map { (path: $0.path.printable, all: $0.identity.differences(from: identity)) }
        for difference in Set(differences.flatMap(\.all)).sorted() {
            let paths = differences.filter { $0.all.contains(difference) }.map(\.path)
            let others = paths.count == 1 ? "" : " and \((paths.count - 1).counted("other"))"
            faults.append("\(paths[0])\(others): the \(difference) is not that of \(file)")
        }
        guard faults.isEmpty, let reference else { return }
        if let inputs, reference.inputsDiffer(from: inputs) {
            missing = Array(1...count)
            return runFaults.append("the inputs that the shards share are not those that \(file) names now")
        }
        // Shards that split the records by a key all read the same inputs: comparing one shard is enough.
        for record in reference.key == nil ? records : [reference] {
            switch record.comparison(with: inputs) {
            case .same: break
            case .changed(let reason) where reference.key != nil:
                missing = Array(1...count)
                runFaults.append(reason)
            case .changed(let reason): require(record, because: [reason])
            case .unknown(let reason):
                let doubt = "inputs cannot be compared: \(reason)"
                if !doubts.contains(doubt) { doubts.append(doubt) }
            }
        }
    }

    /// Notes shards of another pipeline or group than the reference, and duplicate shards.
    private mutating func checkGroup() {
        guard let reference else { return }
        var seen: [Int: String] = [:]
        for record in records {
            let path = record.path.printable
            for difference in record.identity.differences(from: reference.identity) {
                faults.append("\(path): the \(difference) is not that of \(reference.path.printable)")
            }
            if !record.shares(reference) {
                faults.append("\(path) is a shard of another group of inputs than \(reference.path.printable)")
            }
            if let other = seen.updateValue(path, forKey: record.index) {
                faults.append("shard \(record.index) is there twice: \(other) and \(path)")
            }
        }
    }

    /// Notes inputs that no shard has read. For shards of a key, which all read the same inputs, notes differences between the records
    /// read.
    private mutating func checkInputs() {
        guard let reference, faults.isEmpty else { return }
        guard reference.key != nil else {
            if missing.isEmpty, !ShardEndRecord.cover(records) { faults.append("the inputs of all shards are not those that they share") }
            return
        }
        for record in records {
            switch record.hasReadSame(as: reference) {
            case true?: break
            case false?: faults.append("\(record.path.printable) has read other records than \(reference.path.printable)")
            case nil: doubts.append("\(record.path.printable) has read a part of its input, so that nothing proves that no record is lost")
            }
        }
        if missing.isEmpty, faults.isEmpty, let read = sums?.read, !reference.hasSeen(read) {
            faults.append("all shards together have read \(read.counted("record")), and each of them has seen another number")
        }
    }

    /// Notes that a shard has to run, if there are reasons.
    private mutating func require(_ record: ShardEndRecord, because reasons: [String]) {
        guard !reasons.isEmpty else { return }
        runFaults += reasons
        if !missing.contains(record.index) { missing = (missing + [record.index]).sorted() }
    }
}
