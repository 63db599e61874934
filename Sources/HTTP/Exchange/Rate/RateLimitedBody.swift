internal import Synchronization

/// The body of a response that counts as a concurrent request of its host until it ends.
///
/// A class, because its release ends the count, too.
final class RateLimitedBody: BodyReader {
    private let body: any BodyReader
    private let gate: HostGate
    private let isFinished = Mutex(false)

    init(_ body: any BodyReader, gate: HostGate) {
        self.body = body
        self.gate = gate
    }

    deinit { finish() }

    func read() async throws -> [UInt8] {
        do {
            let piece = try await body.read()
            if piece.isEmpty { finish() }
            return piece
        } catch {
            finish()
            throw error
        }
    }

    func cancel() {
        body.cancel()
        finish()
    }

    private func finish() {
        let isFirst = isFinished.withLock { isFinished in
            defer { isFinished = true }
            return !isFinished
        }
        if isFirst { gate.finish() }
    }
}
