internal import JSONParsing
internal import Pipeline
internal import Synchronization

extension JSONSource {
    /// Reads the rest of an input slab after slab, in several tasks if several workers want records.
    ///
    /// Slabs begin where items seem to, and a task reads each as if that were so. They are taken in their order; what was cut in the
    /// wrong place is read again, behind what comes before it. So what comes out is the same, faults and their places included, as if
    /// one task had read everything.
    ///
    /// - Parameters:
    ///   - slabs: What is read.
    ///   - progress: How far the input has been read.
    func read(_ slabs: SlabReader, _ progress: inout Progress, into output: inout RecordWriter) async throws {
        guard output.parallelism > 1 else {
            while let (_, slab) = try slabs.next() {
                try await deliver(GuessedSlab(slab: consume slab, guess: nil), &progress, into: &output)
            }
            return
        }
        try await withThrowingTaskGroup(of: Result<(number: Int, slab: Handover)?, any Error>.self) { group in
            /// What has been read behind a slab that is still to come.
            var early: [Int: Handover] = [:]
            var number = 0
            var started = 0
            /// How the slabs came to their end, once they have.
            var end: Result<Void, any Error>?
            while true {
                while end == nil, started - number <= output.parallelism {
                    started += 1
                    group.addTask { [reading = progress.reading] in
                        Result {
                            guard let (number, slab) = try slabs.next() else { return nil }
                            return (number, Handover(reading.guess(consume slab)))
                        }
                    }
                }
                while early[number] == nil, let finished = try await group.next() {
                    switch finished {
                    case .success(let (number, slab)?): early[number] = slab
                    case .success(nil): end = end ?? .success(())
                    case .failure(let error): end = .failure(error)
                    }
                }
                // What was read in front of a piece that cannot be read counts.
                guard let slab = early.removeValue(forKey: number)?.take() else { return try (end ?? .success(())).get() }
                number += 1
                try await deliver(slab, &progress, into: &output)
            }
        }
    }

    private func deliver(_ slab: consuming GuessedSlab, _ progress: inout Progress, into output: inout RecordWriter) async throws {
        let (found, chunk) = progress.reading.read(consume slab)
        try await deliver(found, of: chunk, &progress, into: &output)
    }
}

/// Hands a slab that was read to another task, which becomes its only owner and may change what was found in place.
private final class Handover: Sendable {
    private let slab: Mutex<GuessedSlab?>

    init(_ slab: consuming GuessedSlab) { self.slab = Mutex(slab) }

    /// The slab; once.
    func take() -> GuessedSlab? { slab.withLock { $0.take() } }
}
