extension ShardRecord {
    /// The result of a comparison of inputs, with a sentence about the first one that is not the same.
    package enum InputComparison: Sendable, Equatable {
        case same
        /// A new run would give something else.
        case changed(String)
        /// Nothing shows whether a new run would give the same.
        case unknown(String)
    }

    /// The faults of outputs and rejects that are missing or have changed, each as a sentence.
    package var outputFaults: [String] { (outputs + rejects).compactMap(outputFault) }

    private func outputFault(_ output: (name: String, facts: FileFacts)) -> String? {
        let place = place(of: output.name)
        do {
            guard let facts = try FileFacts(of: place) ?? (output.facts.files == nil ? nil : .emptyFolder) else {
                return "\(place.printable) is missing"
            }
            return facts == output.facts ? nil : "\(place.printable) has changed since the shard was written"
        } catch {
            return "\(place.printable) cannot be read: \(error.message)"
        }
    }

    /// The reason why a run would give something else than the shard, or could not know; nil if the shard is its result.
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
        var folder = RecordFolder(of: path)
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

    /// Whether the shards share other inputs than a list.
    package func sharesOther(than inputs: [Input]) -> Bool {
        var folder = RecordFolder(of: path)
        return inputCount != inputs.count || inputHash != InputTallies.hash(of: inputs.map { folder.name(of: $0) })
    }

    /// Compares the inputs that the shard has read with those that are there now.
    ///
    /// - Parameter all: All inputs that the shards share; nil for a source without a list of inputs.
    package func comparison(with all: [Input]?) -> InputComparison {
        guard let all else { return .unknown("its source has no list of inputs, so that nothing shows that they are the same") }
        guard !sharesOther(than: all) else { return .changed("the shards share other inputs now") }
        let own = key == nil ? Array(all[Shard.part(index, of: count, in: all.count)]) : all
        guard own.count == inputs.count else { return .changed("the shard has read other inputs") }
        // Sizes tell most changes without reading.
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
                if try FileFacts(of: input.name) != read.facts {
                    return .changed("\(input.shown.printable) has changed since the shard was written")
                }
            } catch {
                return .unknown("\(input.shown.printable) cannot be read: \(error.message)")
            }
        }
        return .same
    }

    /// Whether the shards are of one pipeline and one division.
    package func isOfGroup(_ other: ShardRecord) -> Bool { identity.differences(from: other.identity).isEmpty && shares(other) }

    /// Whether the shards divide the same inputs in the same way.
    package func shares(_ other: ShardRecord) -> Bool {
        count == other.count && key == other.key && inputCount == other.inputCount && inputHash == other.inputHash
    }

    /// Whether the shards, whose records a key divides, have read the same records; nil if nothing shows that.
    package func hasReadSame(as other: ShardRecord) -> Bool? {
        guard inputs.map(\.name) == other.inputs.map(\.name) else { return false }
        for (input, otherInput) in zip(inputs, other.inputs) {
            guard let facts = input.facts, let otherFacts = otherInput.facts else { continue }
            if facts != otherFacts { return false }
        }
        guard let seen, let otherSeen = other.seen else { return nil }
        return seen == otherSeen
    }

    /// Whether shards, whose records a key divides, have together the records that each of them has read.
    ///
    /// - Parameter read: The number of the records of all shards.
    package func hasSeen(_ read: Int) -> Bool { seen.map { $0.count == read } ?? true }

    /// Whether the inputs of all shards of a group, in their order, are those that they share.
    package static func cover(_ shards: [ShardRecord]) -> Bool {
        guard let first = shards.first, let hash = first.inputHash else { return true }
        let names = shards.flatMap(\.inputs).map(\.name)
        return names.count == first.inputCount && InputTallies.hash(of: names) == hash
    }
}
