package import JSONParsing

/// An end record that was read from its file.
package struct ShardEndRecord: Sendable {
    /// An input that the shard has read.
    struct ReadInput: Sendable, Equatable {
        let name: String
        /// The size and hash of its bytes; nil if the shard has read only a part of it.
        let facts: FileFingerprint?
    }

    /// The ending of the names of end records.
    package static let suffix = ".end.json"
    private static let maxBytes = 64 << 20

    /// The path of the record.
    package let path: String
    /// The identity of the run that made the shard.
    package let identity: RunIdentity
    package let counts: RunCounts
    package let index: Int
    package let count: Int
    /// The program of the key that divides the records; nil if inputs are divided.
    package let key: String?
    /// The number of inputs that the shards share; nil for sources without a list of inputs.
    package let inputCount: Int?
    /// The hash of their names.
    let inputHash: String?
    let inputs: [ReadInput]
    /// The number and hash of all records of the source, if a key divides them; nil if the shard has read only a part of its input.
    let seen: RecordSetChecksum?
    /// The outputs by their names in the record.
    let outputs: [(name: String, facts: FileFingerprint)]
    /// The rejects file; empty for none.
    let rejects: [(name: String, facts: FileFingerprint)]

    /// Reads a record. Opens no pipe and no device.
    ///
    /// - Throws: ``EndRecordFault`` if the file is no complete end record of a shard, and so proves nothing.
    package init(at path: String) throws(EndRecordFault) {
        guard FilePath.kind(of: path) == .regular else { throw EndRecordFault("it is no file") }
        guard let bytes = try? InputFile.readAll(.file(MaskedText(path)), limit: Self.maxBytes) else {
            throw EndRecordFault("it cannot be read")
        }
        guard let end = (try? JSONValue(parsing: bytes))?.object?["end"]?.object else {
            throw EndRecordFault("it is not JSON with a member \"end\"; it may be cut off")
        }
        guard let shard = end["shard"]?.object, let index = shard["index"]?.integer, let count = shard["of"]?.integer,
            1...Shard.maxCount ~= count, 1...count ~= index
        else { throw EndRecordFault("it has no number of a shard") }
        guard let inputs = shard["input"]?.array?.map(Self.input), !inputs.contains(where: { $0 == nil }) else {
            throw EndRecordFault("its inputs are incomplete")
        }
        guard let outputs = Self.files(end["outputs"]), let rejects = Self.files(end["rejects"]) else {
            throw EndRecordFault("its outputs are incomplete")
        }
        self.path = path
        identity = RunIdentity(json: end)
        counts = try RunCounts(json: end)
        self.index = index
        self.count = count
        key = shard["by"]?.string
        inputCount = shard["inputs"]?.integer
        inputHash = shard["list"]?.string
        self.inputs = inputs.compactMap { $0 }
        seen = RecordSetChecksum(json: shard["seen"])
        self.outputs = outputs
        self.rejects = rejects
    }

    private static func input(_ value: JSONValue) -> ReadInput? {
        guard let name = value.object?["path"]?.string else { return nil }
        return ReadInput(name: name, facts: FileFingerprint(json: value))
    }

    private static func files(_ value: JSONValue?) -> [(name: String, facts: FileFingerprint)]? {
        guard let object = value?.object else { return nil }
        // The program writes only relative names, so an absolute one is a fault.
        let files = object.filter { !$0.key.hasPrefix("/") }.compactMap { member in
            FileFingerprint(json: member.value).map { (member.key, $0) }
        }
        return files.count == object.count ? files : nil
    }

    /// The number of a shard and of all shards in the name of an end record, such as `00003-of-00100.end.json`; nil if there is none.
    package static func shard(inName name: String) -> (index: Int, count: Int)? {
        guard let match = name.firstMatch(of: #/([0-9]{5})-of-([0-9]{5})/#), let index = Int(match.1), let count = Int(match.2),
            1...Shard.maxCount ~= count, 1...count ~= index
        else { return nil }
        return (index, count)
    }

    /// The paths of the outputs and of the rejects file.
    package var files: [String] { (outputs + rejects).map { place(of: $0.name) } }
    /// The path of the rejects file; nil for none.
    package var rejectsFile: String? { rejects.first.map { place(of: $0.name) } }

    func place(of name: String) -> String { EndRecordFolder(of: path).place(of: name) }
}

extension ShardEndRecord {
    /// The result of a comparison of inputs, with a sentence about the first one that is not the same.
    package enum InputComparison: Sendable, Equatable {
        case same
        /// A new run would give another result.
        case changed(String)
        /// It is unknown whether a new run would give the same result.
        case unknown(String)
    }

    /// The faults of outputs and rejects that are missing or have changed, each as a sentence.
    package var outputFaults: [String] { (outputs + rejects).compactMap(outputFault) }

    private func outputFault(_ output: (name: String, facts: FileFingerprint)) -> String? {
        let place = place(of: output.name)
        do {
            guard let facts = try FileFingerprint(of: place) ?? (output.facts.files == nil ? nil : .emptyFolder) else {
                return "\(place.printable) is missing"
            }
            return facts == output.facts ? nil : "\(place.printable) has changed since the shard was written"
        } catch {
            return "\(place.printable) cannot be read: \(error.message)"
        }
    }

    /// The reason why the shard has to run again: pipeline, inputs or outputs have changed, or it is unknown whether they have; nil if the
    /// shard is up to date.
    ///
    /// - Parameters:
    ///   - outputs: The files and folders that the run would write.
    ///   - rejects: The path of its rejects file; nil for none.
    ///   - inputs: All inputs that the shards share now; nil for a source without a list of inputs.
    package func reasonToRun(
        _ shard: Shard, _ identity: RunIdentity, reading inputs: [Input]?, outputs: [ShardOutput], rejects: String?
    ) -> String? {
        if let difference = self.identity.differences(from: identity).first { return "the \(difference) has changed" }
        guard index == shard.index, count == shard.count, key == shard.key?.source else {
            return "its number, the number of shards or the key was another one"
        }
        var folder = EndRecordFolder(of: path)
        guard Set(self.outputs.map(\.name)) == Set(outputs.map { folder.name(of: $0.path) }) else { return "its outputs were others" }
        if let rejects, counts.rejected > 0, self.rejects.map(\.name) != [folder.name(of: rejects)] {
            return self.rejects.isEmpty ? "its rejects were not kept" : "its rejects were written elsewhere"
        }
        // Outputs first: inputs may be larger.
        if let fault = (self.outputs + self.rejects).lazy.compactMap(outputFault).first { return fault }
        switch comparison(with: inputs) {
        case .changed(let reason), .unknown(let reason): return reason
        case .same: return nil
        }
    }

    /// Whether the list of inputs that the shards share differs from the given one.
    package func inputsDiffer(from inputs: [Input]) -> Bool {
        var folder = EndRecordFolder(of: path)
        return inputCount != inputs.count || inputHash != InputTallies.hash(of: inputs.map { folder.name(of: $0) })
    }

    /// Compares the inputs that the shard has read with those that are there now.
    ///
    /// - Parameter all: All inputs that the shards share; nil for a source without a list of inputs.
    package func comparison(with all: [Input]?) -> InputComparison {
        guard let all else { return .unknown("its source has no list of inputs, so that nothing shows that they are the same") }
        guard !inputsDiffer(from: all) else { return .changed("the shards share other inputs now") }
        let own = key == nil ? Array(all[Shard.part(index, of: count, in: all.count)]) : all
        guard own.count == inputs.count else { return .changed("the shard has read other inputs") }
        // The sizes show most changes without reading the files.
        for (input, read) in zip(own, inputs) {
            let shown = input.shown.printable
            guard case .file(let path) = input else {
                return .unknown("\(shown) cannot be read twice, so that nothing shows that it is the same")
            }
            guard let facts = read.facts else {
                return .unknown("a part of \(shown) was read, so that nothing shows that it is the same")
            }
            guard let kind = FilePath.kind(of: path.value) else { return .changed("\(shown) is missing") }
            guard kind == .regular else { return .unknown("\(shown) is no file, so that nothing shows that it is the same") }
            guard FilePath.size(of: path.value) == facts.bytes else { return .changed("\(shown) has changed since the shard was written") }
        }
        for (input, read) in zip(own, inputs) {
            do {
                if try FileFingerprint(of: input.name) != read.facts {
                    return .changed("\(input.shown.printable) has changed since the shard was written")
                }
            } catch {
                return .unknown("\(input.shown.printable) cannot be read: \(error.message)")
            }
        }
        return .same
    }

    /// Whether the shards are of one pipeline and one division.
    package func isOfGroup(_ other: ShardEndRecord) -> Bool { identity.differences(from: other.identity).isEmpty && shares(other) }

    /// Whether the shards divide the same inputs in the same way.
    package func shares(_ other: ShardEndRecord) -> Bool {
        count == other.count && key == other.key && inputCount == other.inputCount && inputHash == other.inputHash
    }

    /// Whether the shards, whose records a key divides, have read the same records; nil if that is unknown.
    package func hasReadSame(as other: ShardEndRecord) -> Bool? {
        guard inputs.map(\.name) == other.inputs.map(\.name) else { return false }
        for (input, otherInput) in zip(inputs, other.inputs) {
            guard let facts = input.facts, let otherFacts = otherInput.facts else { continue }
            if facts != otherFacts { return false }
        }
        guard let seen, let otherSeen = other.seen else { return nil }
        return seen == otherSeen
    }

    /// Whether the shards together have as many records as this one has read from the source. True if no key divides the records.
    ///
    /// - Parameter read: The number of the records of all shards.
    package func hasSeen(_ read: Int) -> Bool { seen.map { $0.count == read } ?? true }

    /// Whether the inputs of all shards of a group, in their order, are those that they share.
    package static func cover(_ shards: [ShardEndRecord]) -> Bool {
        guard let first = shards.first, let hash = first.inputHash else { return true }
        let names = shards.flatMap(\.inputs).map(\.name)
        return names.count == first.inputCount && InputTallies.hash(of: names) == hash
    }
}

extension RunCounts {
    /// The counts of a complete run by their names in end records, reports, tests and the output of `collect`.
    private static var members: [(name: String, path: WritableKeyPath<RunCounts, Int>)] {
        [
            ("read", \.read), ("made", \.made), ("written", \.written), ("filtered", \.filtered), ("rejected", \.rejected),
            ("skipped", \.skipped),
        ]
    }

    /// The names of the counts of a complete run; ``named`` has one more, `unfinished`.
    package static var names: [String] { members.map(\.name) }

    /// All counts with their names.
    package var named: [(name: String, count: Int)] {
        Self.members.map { ($0.name, self[keyPath: $0.path]) } + [("unfinished", unfinished)]
    }

    /// The members of an end record.
    package var json: JSONObject {
        JSONObject(Self.members.map { ($0.name, .number(JSONNumber(self[keyPath: $0.path]))) })
    }

    /// Reads the members of an end record.
    ///
    /// - Throws: ``EndRecordFault`` if one is missing or no count, or if they do not add up.
    init(json: JSONObject) throws(EndRecordFault) {
        for (name, path) in Self.members {
            guard let value = json[name] else { throw EndRecordFault("it has no \"\(name)\"") }
            guard let count = value.integer, count >= 0 else {
                throw EndRecordFault("\"\(name)\" is not a whole number from 0: \(String(value.compactText.prefix(40)).printable)")
            }
            self[keyPath: path] = count
        }
        guard !overflows else { throw EndRecordFault("its numbers are too large") }
        guard addUp else { throw EndRecordFault("its records do not add up: \(line)") }
    }

    /// The sums of the counts of several runs; nil if one is too large.
    package static func sum(of runs: [RunCounts]) -> RunCounts? {
        var sums = RunCounts()
        for run in runs {
            for (_, path) in members {
                guard let sum = sum(sums[keyPath: path], run[keyPath: path]) else { return nil }
                sums[keyPath: path] = sum
            }
        }
        return sums.overflows ? nil : sums
    }

    /// Whether the sums that ``addUp`` compares are too large.
    private var overflows: Bool {
        let sides = [[read, made], [written, filtered, rejected, skipped]]
        return sides.contains { side in side.reduce(Optional(0)) { total, count in total.flatMap { Self.sum($0, count) } } == nil }
    }

    private static func sum(_ first: Int, _ second: Int) -> Int? {
        let (sum, overflows) = first.addingReportingOverflow(second)
        return overflows ? nil : sum
    }
}

/// The reason why a file is no end record of a shard.
package struct EndRecordFault: Error, Equatable {
    /// A clause about the file, such as `it has no "written"`.
    package let reason: String

    init(_ reason: String) { self.reason = reason }
}
