/// A stage that runs jq programs for each record, and of which each worker has a copy with programs of its own: to run a program counts
/// the owners of its parts, and workers that count in the same places wait for each other.
public protocol WorkerCopied: Stage {
    /// A stage that does the same. What ``Component/notes`` tells is common to both.
    func copyForWorker() -> Self
}
