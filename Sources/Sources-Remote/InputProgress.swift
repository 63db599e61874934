internal import Synchronization

/// The share of the input that a run has read, to show progress.
///
///     let progress = InputProgress()
///     let report = await InputProgress.$current.withValue(progress) { await plan.run() }
///
/// A class, because the source's tasks write it and another task reads it.
public final class InputProgress: Sendable {
    /// The progress of the run that the current task belongs to.
    @TaskLocal public static var current: InputProgress?

    private struct State {
        var read = 0
        var size: Int?
        /// The address that is asked, and how much has come from there.
        var awaited: String?
        var received = 0
    }

    private let state = Mutex(State())

    /// Starts at nothing.
    public init() {}

    /// The share of the input that has been read, from 0 to 1; nil if its size is not known.
    public var share: Double? {
        state.withLock { state in
            state.size.flatMap { $0 > 0 ? min(1, Double(state.read) / Double($0)) : nil }
        }
    }

    /// The response that the run waits for, in words; nil if it waits for none.
    public var wait: String? {
        state.withLock { state in
            guard let address = state.awaited else { return nil }
            return state.received == 0 ? "waiting for an answer of \(address)" : "fetched \(state.received) bytes of \(address)"
        }
    }

    func begin(size: Int?) { state.withLock { $0 = State(size: size) } }

    func wait(for address: String?) {
        state.withLock { state in
            state.awaited = address
            state.received = 0
        }
    }

    func received(_ bytes: Int) { state.withLock { $0.received = bytes } }

    func add(_ bytes: Int) { state.withLock { $0.read += bytes } }
}
