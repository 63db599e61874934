import Synchronization
internal import JSONParsing

/// The end record of a shard: a file that appears behind the shard's outputs and rejects, and proves that they are complete.
///
/// The record of an earlier run is removed before the new outputs appear. So a record that is there belongs to the outputs that are there,
/// also after a crash between two renames. A class, because the engine and the command share it.
package final class ShardEnd: Sendable {
    private struct State {
        var counts: (RunCounts, [StepCounts])?
    }

    /// The path of the record.
    package let path: String
    private let shard: Shard
    private let identity: RunIdentity
    private let inputs: InputTallies
    /// The outputs of the shard: files and folders.
    private let outputs: [String]
    private let rejects: String?
    private let state = Mutex(State())

    /// Makes the record of a run. Opens nothing.
    ///
    /// - Parameters:
    ///   - path: The path of the record.
    ///   - outputs: The files and folders that the shard writes.
    ///   - rejects: The path of its rejects file; nil for none.
    package init(
        at path: String, for shard: Shard, _ identity: RunIdentity, reading inputs: InputTallies, outputs: [String], rejects: String?
    ) {
        self.path = path
        self.shard = shard
        self.identity = identity
        self.inputs = inputs
        self.outputs = outputs
        self.rejects = rejects
    }

    /// Notes the numbers of the run, and removes the record of an earlier one. Called when all outputs are ready, before any is renamed.
    func prepare(_ counts: RunCounts, _ steps: [StepCounts]) throws {
        state.withLock { $0.counts = (counts, steps) }
        guard FilePath.kind(of: path) == .regular else { return }
        do throws(SystemError) {
            try FilePath.remove(path)
        } catch {
            throw PipelineFailure(.cannotWrite, "the end record \(path.printable) cannot be replaced: \(error.reason)")
        }
    }

    /// Writes the record, once all outputs and rejects are in place.
    func commit() throws {
        guard let (counts, steps) = state.withLock({ $0.counts }) else { return }
        do {
            var json = RunEnd(counts: counts, steps: steps, identity: identity, input: inputs.sums).json
            json["shard"] = .object(shardFacts)
            json["outputs"] = .object(try facts(of: outputs))
            json["rejects"] = .object(try facts(of: rejects.map { [$0] } ?? []))
            var writer = JSONWriter()
            writer.write(.object(["end": .object(json)]))
            writer.append(UInt8(ascii: "\n"))
            let place = FilePath.split(path)
            var file = try AtomicFile(place.name, in: OutputFolder(creating: place.folder))
            try file.write(writer.bytes.span)
            _ = try file.commit()
        } catch let error as SystemError {
            throw PipelineFailure(.cannotWrite, "the end record \(path.printable) cannot be written: \(error.reason)")
        }
    }

    private var shardFacts: JSONObject {
        var facts: JSONObject = ["index": .number(JSONNumber(shard.index)), "of": .number(JSONNumber(shard.count))]
        if let key = shard.key { facts["by"] = .string(key.source) }
        for member in inputs.division { facts[member.key] = member.value }
        facts["input"] = .array(inputs.list)
        return facts
    }

    private func facts(of paths: [String]) throws -> JSONObject {
        let folder = FilePath.split(path).folder
        var facts = JSONObject()
        for path in paths {
            guard let found = try FileFacts(of: path) else { continue }
            facts[ShardRecord.relative(path, to: folder)] = found.json
        }
        return facts
    }
}
