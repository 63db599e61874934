/// A part that receives a stream of records or documents.
protocol StreamReceiver: Sendable {
    /// The reason why the stream ended; set once it has ended.
    var ended: Latch<ChannelCloseReason> { get }
    /// Closes the sending end. Elements that were sent are still delivered.
    func finish(_ reason: ChannelCloseReason)
}
