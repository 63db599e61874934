internal import Synchronization

/// The outcomes of the addresses of a run, so that each is asked for once.
///
/// A class, because all workers use it.
final class AssetTable: Sendable {
    /// The outcome of one address. The task that holds the lock finds it.
    private final class Entry: Sendable {
        let lock = AsyncLock()
        let outcome = Mutex<AssetOutcome?>(nil)
    }

    private enum Key: Hashable {
        case address(AssetAddress)
        /// A `data:` URL, which can be long.
        case content(Fingerprint)

        init(_ address: AssetAddress) {
            self = if case .data(let text) = address { .content(Fingerprint([text])) } else { .address(address) }
        }
    }

    private let limit: Int
    private let entries = Mutex<[Key: Entry]>([:])

    /// - Parameter limit: The greatest number of addresses.
    init(limit: Int) { self.limit = limit }

    /// Returns the outcome of an address, and finds it at the first call. Other tasks that ask meanwhile wait.
    ///
    /// - Throws: The error of `find`, which leaves the address without an outcome; `CancellationError`.
    func outcome(of address: AssetAddress, _ find: () async throws -> AssetOutcome) async throws -> AssetOutcome {
        let key = Key(address)
        let known: Entry? = entries.withLock { entries in
            if let entry = entries[key] { return entry }
            guard entries.count < limit else { return nil }
            let entry = Entry()
            entries[key] = entry
            return entry
        }
        guard let entry = known else { return .fault(.tooManyInRun(limit: limit)) }
        return try await entry.lock.withLock {
            if let outcome = entry.outcome.withLock({ $0 }) { return outcome }
            let outcome = try await find()
            entry.outcome.withLock { $0 = outcome }
            return outcome
        }
    }
}
