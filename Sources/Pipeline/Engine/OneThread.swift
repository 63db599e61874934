internal import Dispatch

/// Runs the jobs of tasks one after the other, so that a run takes no more than one processor.
final class OneThread: TaskExecutor {
    private let queue = DispatchQueue(label: "tabpipe.one-thread")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
