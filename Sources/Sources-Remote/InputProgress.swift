internal import Synchronization

/// How much of its input a run has read, to show progress. Written by the source's tasks and read by another one,
/// and so a class.
package final class InputProgress: Sendable {
    /// That of the run which the task belongs to.
    @TaskLocal package static var current: InputProgress?

    private struct State {
        var read = 0
        var size: Int?
        /// The address that is asked, and how much has come from there.
        var awaited: String?
        var received = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// How much has been read, from 0 to 1; nil where it is not known how much there is.
    package var share: Double? {
        state.withLock { state in
            state.size.flatMap { $0 > 0 ? min(1, Double(state.read) / Double($0)) : nil }
        }
    }

    /// What the run waits for, in words: an answer that has not begun, or one that goes on; nil if it does not wait for one.
    package var wait: String? {
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
