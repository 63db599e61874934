/// A part of a run between two channels: a segment of stateless stages, or a stream stage.
protocol RunPart: Sendable {
    /// Runs until the input ends or something fails. Ends the stream to the next part in every case.
    ///
    /// - Parameter executor: The executor of the work; nil for the default one.
    func run(on executor: (any TaskExecutor)?) async
    /// Ends the part at once; ``run()`` then returns soon.
    func stop(_ reason: Interrupted)
}
