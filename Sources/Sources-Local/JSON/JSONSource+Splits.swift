internal import JSONParsing
internal import Pipeline
internal import Synchronization

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension JSONSource {
    /// Reads the rest of an input in splits, with several tasks if the run has several workers.
    ///
    /// Splits begin where the bytes look like the boundary of two items, and each task reads a split as if an item began there. The splits
    /// are delivered in order; a split with a wrong start is read again. So records and errors are the same as with one task.
    ///
    /// - Parameters:
    ///   - splits: The splits of the input.
    ///   - progress: The state of the reading.
    ///   - output: Receives the records.
    func read(_ splits: InputSplitter, _ progress: inout Progress, into output: inout RecordWriter) async throws {
        defer { splits.seekInput(to: progress.reading.offset) }
        repeat {
            if output.parallelism > 1 {
                try await readInTasks(splits, &progress, into: &output)
            } else {
                var isLast = false
                while !isLast, let split = try splits.read(splits.next()) {
                    try Task.checkCancellation()
                    isLast = split.isLast
                    try await deliver(SpeculativeSplit(split: consume split, speculation: nil), &progress, into: &output)
                }
            }
        } while try splits.resume(at: progress.reading.offset)
    }

    private func readInTasks(_ splits: InputSplitter, _ progress: inout Progress, into output: inout RecordWriter) async throws {
        // More readers than processors would only take more memory.
        let readers = min(output.parallelism, ProcessInfo.processInfo.activeProcessorCount)
        let copy = progress.reading.emptyCopy
        try await withThrowingTaskGroup(of: (number: Int, split: Result<SpeculativeSplit.SingleOwner?, any Error>).self) { group in
            /// The splits that were read before an earlier one was finished, by number.
            var early: [Int: Result<SpeculativeSplit.SingleOwner?, any Error>] = [:]
            var number = 0
            var started = 0
            var isLast = false
            while !isLast {
                while started - number <= readers {
                    started += 1
                    group.addTask { [speculates = progress.reading.speculates] in
                        let place = splits.next()
                        let split = Result { () throws -> SpeculativeSplit.SingleOwner? in
                            try Task.checkCancellation()
                            guard let split = try splits.read(place) else { return nil }
                            return SpeculativeSplit.SingleOwner(
                                speculates
                                    ? copy.speculate(on: consume split) : SpeculativeSplit(split: consume split, speculation: nil))
                        }
                        return (place.number, split)
                    }
                }
                while early[number] == nil, let (other, split) = try await group.next() { early[other] = split }
                guard let split = try early.removeValue(forKey: number)?.get()?.take() else { break }
                number += 1
                isLast = split.split.isLast
                try await deliver(split, &progress, into: &output)
            }
            group.cancelAll()
        }
    }

    private func deliver(_ split: consuming SpeculativeSplit, _ progress: inout Progress, into output: inout RecordWriter) async throws {
        let (found, chunk) = progress.reading.read(consume split)
        progress.tally?.add(chunk.bytes)
        try await deliver(found, of: chunk, &progress, into: &output)
    }
}

/// A split with the result of reading it speculatively: before the bytes in front of it were read.
struct SpeculativeSplit: Sendable {
    /// The result of a speculative reading.
    struct Speculation: Sendable {
        /// The state of the reader at the end of the split.
        let end: JSONItemReader
        var found: ItemReading.ChunkResult
    }

    var split: InputSplit
    /// nil if the split was not read speculatively.
    var speculation: Speculation?

    /// Passes a split to another task as its only owner, so that the task can change the records without a copy.
    final class SingleOwner: Sendable {
        private let split: Mutex<SpeculativeSplit?>

        init(_ split: consuming SpeculativeSplit) { self.split = Mutex(split) }

        /// Returns the split on the first call; then nil.
        func take() -> SpeculativeSplit? { split.withLock { $0.take() } }
    }
}
