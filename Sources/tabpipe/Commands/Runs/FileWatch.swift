internal import Foundation
internal import Pipeline
internal import SourcesRemote

/// Waits for changes of the local files that pipelines read: the pipeline files, the files that their options name, and the inputs. URLs are
/// not watched, and outputs of the same pipelines are not either.
struct FileWatch {
    /// The time between two looks at the files.
    private static let interval = Duration.milliseconds(300)

    /// A state of a file. Some editors keep the time of a file that they replace.
    private struct Stamp: Equatable {
        let time: Date?
        let size: Int?
    }

    private let files: [String]
    private let inputs: [String]
    private let outputs: [FileUse]
    private var stamps: [String: Stamp] = [:]

    /// Begins with the files as they are now, so that a change during a run counts.
    ///
    /// - Parameter plans: The pipelines with their files.
    /// - Throws: ``UsageError`` if something is read from standard input; ``PipelineFailure`` for a pattern that cannot be read.
    init(_ plans: [(file: String, plan: PipelinePlan)]) throws {
        let uses = plans.flatMap(\.plan.files)
        files = plans.map(\.file)
        inputs = uses.filter { $0.purpose == .input && !$0.isAddress }.map(\.path)
        outputs = uses.filter { $0.isWritten && !$0.isStandardStream }
        if (files + inputs).contains(where: { Input($0) == .standardInput }) {
            throw UsageError("--watch watches files, and standard input is none")
        }
        stamps = try currentStamps()
    }

    /// Waits until a file changes.
    ///
    /// - Throws: `CancellationError` if the task is cancelled; ``PipelineFailure`` for a pattern that cannot be read.
    mutating func change() async throws {
        while true {
            try await Task.sleep(for: Self.interval)
            let now = try currentStamps()
            if now == stamps { continue }
            stamps = now
            return
        }
    }

    private func currentStamps() throws -> [String: Stamp] {
        // An input may be a pattern that further files match later.
        let found = try inputs.flatMap { try FilePattern($0).matches().map(\.path) }.filter { !isOutput($0) }
        return (files + inputs.filter { !isOutput($0) } + found).reduce(into: [:]) { stamps, path in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            stamps[path] = Stamp(time: attributes?[.modificationDate] as? Date, size: attributes?[.size] as? Int)
        }
    }

    /// Whether a run writes a file itself.
    private func isOutput(_ path: String) -> Bool {
        let input = FileUse(.input, path, place: "", range: nil)
        return outputs.contains { output in
            output.isTemplate ? path.hasPrefix(output.fixedFolder + "/") : output.isSameFile(as: input)
        }
    }
}
