internal import Dispatch

/// Runs the jobs of tasks one after the other, so that a run takes no more than one processor.
final class SerialTaskExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "tabpipe.serial")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
