internal import Synchronization

/// What a run would change. The outputs of such a run write nothing, and note here what they would do.
///
/// A class, because all outputs of the run share it.
package final class RunPlan: Sendable {
    /// The name of the rejects among the steps.
    package static let rejects = "rejects"

    private let keepsContent: Bool
    private let folder: String
    private let steps = Mutex<[String: OutputPlan]>([:])

    /// - Parameters:
    ///   - keepsContent: Whether the new content of changed files is kept, for diffs.
    ///   - folder: The folder of temporary files. They have no names, so that nothing is left behind, however the process ends.
    package init(keepsContent: Bool, folder: String) {
        self.keepsContent = keepsContent
        self.folder = folder
    }

    /// The plan of a step, which makes it if it is new.
    ///
    /// - Parameter step: The path of the step in the pipeline file, or ``rejects``.
    func plan(of step: String) -> OutputPlan {
        steps.withLock { steps in
            if let plan = steps[step] { return plan }
            let plan = OutputPlan(keepsContent: keepsContent, folder: folder)
            steps[step] = plan
            return plan
        }
    }

    /// The outputs of a step, in the order in which it has opened them.
    ///
    /// - Parameter step: The path of the step in the pipeline file, or ``rejects``.
    package func outputs(of step: String) -> [PlannedOutput] { steps.withLock { $0[step] }?.outputs ?? [] }
}
