internal import Pipeline
internal import Synchronization

/// Prints warnings and rejections as they come, the first few of each step; the rest is counted. Called by several tasks,
/// and so a class.
final class RunMessages: RunObserver {
    private static let shownOfAStep = 10

    private let console: Console
    private let isVerbose: Bool
    private let seen = Mutex<[String: Int]>([:])

    init(console: Console, isVerbose: Bool) {
        self.console = console
        self.isVerbose = isVerbose
    }

    func warn(_ warning: RunWarning) {
        let limit = warning.kind == .skipped ? 1 : Self.shownOfAStep
        say("\(warning.origin.description.printable): \(warning.text.printable)", step: warning.step, limit: limit)
    }

    func reject(_ reject: Reject) {
        say(
            "\(reject.origin.description.printable): rejected by \(reject.stage): \(reject.reason.printable)", step: reject.step,
            limit: Self.shownOfAStep)
    }

    private func say(_ message: String, step: String, limit: Int) {
        let count = seen.withLock { seen in
            seen[step, default: 0] += 1
            return seen[step, default: 0]
        }
        if count <= limit || isVerbose { console.warning(message) }
        if count == limit + 1, !isVerbose { console.warning("more of the kind at \(step); --verbose shows all") }
    }

    /// Says how many messages were left out.
    func finish() {
        guard !isVerbose else { return }
        for (step, count) in seen.withLock({ $0 }).sorted(by: { $0.key < $1.key }) where count > Self.shownOfAStep {
            console.info("\(step): \(count) warnings in all")
        }
    }
}
