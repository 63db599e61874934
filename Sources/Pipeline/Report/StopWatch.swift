/// Adds up the time in which something runs.
struct StopWatch {
    private(set) var time = Duration.zero
    private var start: ContinuousClock.Instant?

    /// Starts or stops the watch. Reads the clock only if that changes something.
    mutating func run(while isRunning: Bool) {
        if isRunning {
            start = start ?? .now
        } else if let start {
            time += start.duration(to: .now)
            self.start = nil
        }
    }
}
