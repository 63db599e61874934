internal import Synchronization

/// How much of its input a run has read, for whoever shows progress. Written by the source's tasks and read by another one,
/// and so a class.
package final class InputProgress: Sendable {
    /// That of the run which the task belongs to.
    @TaskLocal package static var current: InputProgress?

    private let state = Mutex<(read: Int, size: Int?)>((0, nil))

    package init() {}

    /// How much has been read, from 0 to 1; nil where nobody knows how much there is.
    package var share: Double? {
        state.withLock { state in
            state.size.flatMap { $0 > 0 ? min(1, Double(state.read) / Double($0)) : nil }
        }
    }

    func begin(size: Int?) { state.withLock { $0 = (0, size) } }

    func add(_ bytes: Int) { state.withLock { $0.read += bytes } }
}
