/// The body of a response, decompressed. It is read once, in order, by one task.
package protocol BodyReader: Sendable {
    /// Returns the next bytes. The transfer pauses while no call asks for more.
    ///
    /// - Returns: The bytes; none at the end of a complete body.
    /// - Throws: ``TransportError`` if the transfer breaks or the body is not what its head announces; `CancellationError`.
    func read() async throws -> [UInt8]

    /// Ends the transfer. Without effect after the end. A reader that is released is cancelled, too.
    func cancel()
}

/// A body without bytes.
struct EmptyBody: BodyReader {
    func read() async throws -> [UInt8] { [] }

    func cancel() {}
}
