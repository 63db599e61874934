import Synchronization

/// Lets the source of a run read only on demand: the source sends a few records, and then waits until every part of the run asks for more.
///
/// The number of records between two waits doubles while no record matches, so that a long search stays fast. A class, because the writer
/// of the source and the engine share it.
final class SourceThrottle: Sendable {
    private struct State {
        /// The number of records that the source may send before it waits.
        var left: Int
        var step: Int
        /// The number of records that the consumer wanted when the step began.
        var wanted: Int
        /// Whether every part of the run waits for input. The run sets it.
        var isIdle: @Sendable () -> Bool = { true }
        var hasEndedEarly = false
    }

    /// The largest number of records between two waits.
    private static let maxStep = 4096
    /// The number of checks without a pause. Most records take less time than a pause.
    private static let quickChecks = 200
    /// The pause between two later checks.
    private static let pause = Duration.milliseconds(1)

    private let wanted: @Sendable () -> Int
    private let hasGivenUp: @Sendable () -> Bool
    private let state: Mutex<State>

    /// - Parameters:
    ///   - hasGivenUp: Returns whether the consumer wants no more records, although it has fewer than it wanted.
    ///   - wanted: Returns the number of records that the consumer still wants.
    init(hasGivenUp: @escaping @Sendable () -> Bool = { false }, wanted: @escaping @Sendable () -> Int) {
        self.hasGivenUp = hasGivenUp
        self.wanted = wanted
        let first = max(1, wanted())
        state = Mutex(State(left: first, step: first, wanted: first))
    }

    /// Whether the source ended because the consumer had given up.
    var hasEndedEarly: Bool { state.withLock { $0.hasEndedEarly } }

    /// Sets the function that tells whether every part of the run waits for input.
    func watch(_ isIdle: @escaping @Sendable () -> Bool) { state.withLock { $0.isIdle = isIdle } }

    /// Counts a record of the source.
    ///
    /// - Returns: Whether the source has to wait.
    func countSent() -> Bool {
        state.withLock { state in
            state.left -= 1
            return state.left <= 0
        }
    }

    /// Waits until every part of the run asks for more, or the run has ended.
    ///
    /// - Parameter ended: Set once the run takes no more records.
    /// - Returns: Whether the run needs more records.
    func waitForDemand(orEnd ended: Latch<ChannelCloseReason>) async -> Bool {
        var checks = 0
        while ended.value == nil, !Task.isCancelled, !state.withLock({ $0.isIdle })() {
            checks += 1
            if checks <= Self.quickChecks { await Task.yield() } else { try? await Task.sleep(for: Self.pause) }
        }
        let now = max(1, wanted())
        state.withLock { state in
            state.step = now < state.wanted ? now : min(2 * state.step, Self.maxStep)
            state.left = state.step
            state.wanted = now
        }
        if ended.value != nil { return false }
        guard hasGivenUp() else { return true }
        state.withLock { $0.hasEndedEarly = true }
        return false
    }
}
