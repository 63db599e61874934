/// A part that receives a stream of records or documents.
protocol StreamReceiver: Sendable {
    /// How the stream ended, once it has.
    var ended: Latch<CloseReason> { get }
    /// Ends the stream. What was sent is still delivered.
    func finish(_ reason: CloseReason)
}
