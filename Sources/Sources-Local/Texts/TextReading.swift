/// What a chunk of an input gave.
struct TextReading {
    var batches: [TextBatch] = []
    /// The fault behind the values of the batches.
    var fault: TextFault?
}
