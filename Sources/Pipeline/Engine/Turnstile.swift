import Synchronization

/// Lets batches pass in the order of their numbers, one at a time. A class, because the workers of a segment share it.
final class Turnstile: Sendable {
    private struct State {
        var next = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Waits until all batches with lower numbers have left.
    func enter(_ number: Int) async {
        await withCheckedContinuation { continuation in
            let isNext = state.withLock { state in
                if state.next == number { return true }
                state.waiting[number] = continuation
                return false
            }
            if isNext { continuation.resume() }
        }
    }

    /// Lets the batch with the next number enter.
    func leave() {
        let following = state.withLock { state in
            state.next += 1
            return state.waiting.removeValue(forKey: state.next)
        }
        following?.resume()
    }
}
