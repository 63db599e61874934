/// A part of a run between two channels: a segment of stateless stages, an asynchronous stage, or a stream stage.
protocol StageRunner: Sendable {
    /// Runs until the input ends or the run fails. In every case, it then closes the stream to the next part.
    ///
    /// - Parameter executor: The executor of the work; nil for the default one.
    func run(on executor: (any TaskExecutor)?) async
    /// Whether the part holds no record and waits for input.
    var isIdle: Bool { get }
    /// Stops the part. ``run(on:)`` then returns soon.
    func stop(_ reason: Interrupted)
}
