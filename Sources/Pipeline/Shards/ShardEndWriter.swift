internal import JSONParsing
internal import Synchronization

/// The end record of a shard: a file that appears behind the shard's outputs and rejects, and proves that they are complete.
///
/// The record of an earlier run is removed before the new outputs appear. So an existing record always belongs to the existing outputs,
/// even after a crash between two renames. A class, because the engine and the command share it.
package final class ShardEndWriter: Sendable {
    private struct Numbers {
        let counts: RunCounts
        let steps: [StepCounts]
        let isLimited: Bool
    }

    /// The path of the record.
    package let path: String
    private let shard: Shard
    private let identity: RunIdentity
    private let inputs: InputTallies
    private let outputs: [ShardOutput]
    private let rejects: String?
    private let numbers = Mutex<Numbers?>(nil)
    private let seen = Mutex(RecordSetChecksum())

    /// Makes the record of a run. Opens nothing.
    ///
    /// - Parameters:
    ///   - path: The path of the record.
    ///   - outputs: The files and folders that the shard writes.
    ///   - rejects: The path of its rejects file; nil for none.
    package init(
        at path: String, for shard: Shard, _ identity: RunIdentity, reading inputs: InputTallies, outputs: [ShardOutput], rejects: String?
    ) {
        self.path = path
        self.shard = shard
        self.identity = identity
        self.inputs = inputs
        self.outputs = outputs
        self.rejects = rejects
    }

    /// Notes the number and the hash of all records that the source has read. Called before the source ends.
    func note(_ seen: RecordSetChecksum) { self.seen.withLock { $0 = seen } }

    /// Notes the numbers of the run, and removes the record of an earlier one. Called when all outputs are ready, before any is renamed.
    ///
    /// - Parameter isLimited: Whether the run took a part of its input only, because a stage needed no more records.
    func prepare(_ counts: RunCounts, _ steps: [StepCounts], isLimited: Bool) throws {
        numbers.withLock { $0 = Numbers(counts: counts, steps: steps, isLimited: isLimited) }
        guard FilePath.kind(of: path) == .regular else { return }
        do throws(SystemError) {
            try FilePath.remove(path)
        } catch {
            throw PipelineFailure(.cannotWrite, "the end record \(path.printable) cannot be replaced: \(error.reason)")
        }
    }

    /// Writes the record, once all outputs and rejects are in place.
    func commit() throws {
        guard let numbers = numbers.withLock({ $0 }) else { return }
        do {
            var folder = EndRecordFolder(of: path)
            let input = numbers.isLimited ? nil : inputs.sums
            var json = EndRecord(counts: numbers.counts, steps: numbers.steps, identity: identity, input: input).json
            json["shard"] = .object(shardFacts(isWhole: !numbers.isLimited, in: &folder))
            json["outputs"] = .object(try facts(of: outputs, in: &folder))
            let rejects = numbers.counts.rejected == 0 ? nil : rejects.map { ShardOutput(path: $0, isFolder: false) }
            json["rejects"] = .object(try facts(of: rejects.map { [$0] } ?? [], in: &folder))
            let place = FilePath.split(path)
            var file = try AtomicFile(place.name, in: ConfinedFolder(creating: place.folder))
            try file.write(EndRecord.line(json).span)
            _ = try file.commit()
        } catch let error as SystemError {
            throw failure(error.reason)
        }
    }

    private func shardFacts(isWhole: Bool, in folder: inout EndRecordFolder) -> JSONObject {
        var facts: JSONObject = ["index": .number(JSONNumber(shard.index)), "of": .number(JSONNumber(shard.count))]
        if let key = shard.key {
            facts["by"] = .string(key.source)
            if isWhole { facts["seen"] = seen.withLock { $0.json } }
        }
        for member in inputs.facts(isWhole: isWhole, in: &folder) { facts[member.key] = member.value }
        return facts
    }

    private func facts(of outputs: [ShardOutput], in folder: inout EndRecordFolder) throws -> JSONObject {
        var facts = JSONObject()
        for output in outputs {
            guard let found = try FileFingerprint(of: output.path) ?? (output.isFolder ? .emptyFolder : nil) else {
                throw failure("\(output.path.printable) is missing")
            }
            facts[folder.name(of: output.path)] = found.json
        }
        return facts
    }

    private func failure(_ reason: String) -> PipelineFailure {
        PipelineFailure(.cannotWrite, "the end record \(path.printable) cannot be written: \(reason)")
    }
}

/// An output of a shard. The end record contains its size and hash.
package struct ShardOutput: Sendable {
    package let path: String
    /// Whether it is a folder of files. The folder is missing if no record went there.
    let isFolder: Bool

    /// - Parameters:
    ///   - path: The path of the file or folder.
    ///   - isFolder: Whether it is a folder of files.
    package init(path: String, isFolder: Bool) {
        self.path = path
        self.isFolder = isFolder
    }
}
