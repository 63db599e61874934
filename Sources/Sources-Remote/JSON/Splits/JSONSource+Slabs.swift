internal import Foundation
internal import JSONParsing
internal import Pipeline

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
        defer { slabs.leave(at: progress.reading.offset) }
        repeat {
            if output.parallelism > 1 {
                try await readInTasks(slabs, &progress, into: &output)
            } else {
                var isLast = false
                while !isLast, let slab = try slabs.read(slabs.next()) {
                    try Task.checkCancellation()
                    isLast = slab.isLast
                    try await deliver(GuessedSlab(slab: consume slab, guess: nil), &progress, into: &output)
                }
            }
        } while try slabs.goOn(at: progress.reading.offset)
    }

    private func readInTasks(_ slabs: SlabReader, _ progress: inout Progress, into output: inout RecordWriter) async throws {
        // More than there are processors would take memory and nothing else.
        let readers = min(output.parallelism, ProcessInfo.processInfo.activeProcessorCount)
        let copy = progress.reading.emptyCopy
        try await withThrowingTaskGroup(of: (number: Int, slab: Result<GuessedSlab.Handover?, any Error>).self) { group in
            /// What has been read behind a slab that is still to come.
            var early: [Int: Result<GuessedSlab.Handover?, any Error>] = [:]
            var number = 0
            var started = 0
            var isLast = false
            while !isLast {
                while started - number <= readers {
                    started += 1
                    group.addTask { [guesses = progress.reading.guesses] in
                        let place = slabs.next()
                        let slab = Result { () throws -> GuessedSlab.Handover? in
                            try Task.checkCancellation()
                            guard let slab = try slabs.read(place) else { return nil }
                            return GuessedSlab.Handover(guesses ? copy.guess(consume slab) : GuessedSlab(slab: consume slab, guess: nil))
                        }
                        return (place.number, slab)
                    }
                }
                while early[number] == nil, let (other, slab) = try await group.next() { early[other] = slab }
                guard let slab = try early.removeValue(forKey: number)?.get()?.take() else { break }
                number += 1
                isLast = slab.slab.isLast
                try await deliver(slab, &progress, into: &output)
            }
            group.cancelAll()
        }
    }

    private func deliver(_ slab: consuming GuessedSlab, _ progress: inout Progress, into output: inout RecordWriter) async throws {
        let (found, chunk) = progress.reading.read(consume slab)
        try await deliver(found, of: chunk, &progress, into: &output)
    }
}
