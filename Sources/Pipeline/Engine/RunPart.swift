/// A part of a run between two channels: a segment of stateless stages, or a stream stage.
protocol RunPart: Sendable {
    /// Runs until the input ends or something fails; never leaves the next part waiting.
    ///
    /// - Parameter executor: Where the work is done; nil for the usual threads.
    func run(on executor: (any TaskExecutor)?) async
    /// Ends the part at once; ``run()`` then returns soon.
    func stop(_ reason: Interrupted)
}
