internal import Dispatch

/// Runs the jobs of tasks one at a time, so that a run uses at most one processor.
final class SerialTaskExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "tabpipe.serial")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
