import Foundation

/// The processor time that synchronous work takes on its own thread. On a busy machine, the time on the clock says little.
///
/// - Parameter work: The work, which starts no other thread.
public func processorTime(of work: () throws -> Void) rethrows -> Duration {
    let start = threadTime()
    try work()
    return threadTime() - start
}

private func threadTime() -> Duration {
    var time = timespec()
    let code = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    precondition(code == 0, "the clock of the thread cannot be read")
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
