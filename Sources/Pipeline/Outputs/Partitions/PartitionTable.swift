internal import JSONParsing
internal import Synchronization

/// The partitions of an output that have records. A class, because workers call it, one at a time, at the turnstile, and the sink's task
/// reads the paths.
final class PartitionTable: Sendable {
    private struct State {
        /// The numbers of the partitions by their paths.
        var numbers: [JSONKey: Int32] = [:]
        var paths: [String] = []
        /// The numbers of admitted records that are not withdrawn, by the number of the partition.
        var counts: [Int] = []
        /// The partition of the last record. Neighbours often share one.
        var last: Int32?
    }

    private let state = Mutex(State())

    /// Adds a record to its partition.
    ///
    /// - Parameters:
    ///   - path: The path of the partition's file, as the template gives it.
    ///   - claim: Takes the path for the first record, or throws the reason why it is not free.
    /// - Returns: The number of the partition, counted from 0 in the order of their first records.
    /// - Throws: What `claim` throws.
    func admit(_ path: String, claim: () throws -> Void) throws -> Int32 {
        try state.withLock { state in
            let number: Int32
            if let last = state.last, sameBytes(state.paths[Int(last)], path) {
                number = last
            } else if let known = state.numbers[JSONKey(path)] {
                number = known
            } else {
                try claim()
                number = Int32(state.paths.count)
                state.numbers[JSONKey(path)] = number
                state.paths.append(path)
                state.counts.append(0)
            }
            state.last = number
            state.counts[Int(number)] += 1
            return number
        }
    }

    /// Takes back a record, because another sink refused it.
    ///
    /// - Parameter release: Releases the path of a partition without other records.
    func withdraw(_ number: Int32, release: (String) -> Void) {
        state.withLock { state in
            state.counts[Int(number)] -= 1
            guard state.counts[Int(number)] == 0 else { return }
            // A later record with this path gets a new partition.
            let path = state.paths[Int(number)]
            state.numbers[JSONKey(path)] = nil
            state.last = nil
            release(path)
        }
    }

    /// The path of a partition's file, as the template gave it.
    func path(of number: Int) -> String { state.withLock { $0.paths[number] } }
}

/// The partition that a record asks for. A class, so that documents of sinks with one file stay small.
final class PartitionRequest: Sendable {
    /// The path of the partition's file, as the template gives it.
    let path: String
    /// The place of the record, without its source, for messages about later records.
    let origin: Origin

    init(path: String, origin: Origin) {
        self.path = path
        self.origin = Origin(page: origin.page, item: origin.item, line: origin.line)
    }
}
