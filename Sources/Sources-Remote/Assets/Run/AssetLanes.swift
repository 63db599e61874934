internal import Synchronization

/// Limits the number of files in progress in a run, whatever the number of records.
///
/// A class, because all workers use it.
final class AssetLanes: Sendable {
    private let lanes: [AsyncLock]
    /// The number of files in each lane: the one in progress, and those that wait for it.
    private let counts: Mutex<[Int]>

    /// - Parameter count: The greatest number of files in progress.
    init(count: Int) {
        lanes = (0..<count).map { _ in AsyncLock() }
        counts = Mutex(Array(repeating: 0, count: count))
    }

    /// Runs a closure in the lane with the fewest files, when its turn comes.
    ///
    /// - Throws: The error of the closure; `CancellationError`.
    func run<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        let lane = counts.withLock { counts in
            let lane = counts.indices.min { counts[$0] < counts[$1] } ?? 0
            counts[lane] += 1
            return lane
        }
        defer { counts.withLock { $0[lane] -= 1 } }
        return try await lanes[lane].withLock(body)
    }
}
