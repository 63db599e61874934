/// The way of documents to one sink. The type of the documents is known inside only.
protocol SinkLane: Sendable {
    /// Renders a batch in a worker; records that fail are booked and taken out of `isAlive`.
    func render(_ outcome: inout BatchOutcome, isAlive: inout [Bool]) -> any RenderedDocuments
    /// Lets the sink have the last word on some records of a batch, in order.
    func admit(_ documents: any RenderedDocuments, _ range: Range<Int>, _ outcome: inout BatchOutcome, isAlive: inout [Bool])
    /// Takes back that a document was admitted.
    func withdraw(_ documents: any RenderedDocuments, _ index: Int)
    /// Hands the documents over that are alive.
    func send(_ documents: any RenderedDocuments, isAlive: [Bool]) async throws
    /// Says that no documents follow.
    func finish(throwing failure: (any Error)?)
    /// Ends the sink soon, because the run was stopped: ``run(writes:)`` then returns.
    func stop()
    /// Runs the sink to its end; without `writes`, documents are only counted.
    func run(writes: Bool) async
    /// Returns when one of the ends is done, and says why.
    func untilOver() async -> Closing?
    /// How many documents the sink has dealt with.
    var written: Int { get }
    /// Whether the sink came to a good end.
    var isDone: Bool { get }
}
