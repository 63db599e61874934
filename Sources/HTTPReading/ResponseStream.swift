internal import HTTP
internal import Pipeline
internal import Synchronization

/// The body of a response as the content of an input. It cancels the transfer when its reader is released.
///
/// A class, because releasing it must cancel the transfer.
final class ResponseStream: ByteStream {
    private let body: any BodyReader
    private let progress: InputProgress?
    private let received = Mutex(0)

    /// - Parameter progress: Shows the number of received bytes; nil if the run shows no progress of this body.
    init(_ body: any BodyReader, progress: InputProgress? = nil) {
        self.body = body
        self.progress = progress
    }

    deinit { body.cancel() }

    func read() async throws -> [UInt8] {
        let piece = try await body.read()
        guard let progress else { return piece }
        if piece.isEmpty {
            progress.wait(for: nil)
        } else {
            progress.received(
                received.withLock { received in
                    received += piece.count
                    return received
                })
        }
        return piece
    }
}
