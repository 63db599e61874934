internal import Ground
internal import Synchronization

/// The body of a response, without its content coding and within its limit.
///
/// A class, because releasing it ends the transfer.
final class DecodedBody: BodyReader {
    private struct State: ~Copyable {
        /// Decompresses; nil if the server did not compress.
        var decoder: Decompressor?
        /// Compressed bytes that the decoder has not taken.
        var input: ArraySlice<UInt8> = []
        /// The number of returned bytes.
        var count = 0
    }

    private let transfer: CurlTransfer
    private let limit: Int
    private let state: Mutex<State>

    /// - Parameters:
    ///   - transfer: A transfer whose head has arrived.
    ///   - isCompressed: Whether the body is gzip.
    ///   - limit: The limit of decompressed bytes.
    /// - Throws: ``TransportError`` without zlib.
    init(_ transfer: CurlTransfer, isCompressed: Bool, limit: Int) throws(TransportError) {
        self.transfer = transfer
        self.limit = limit
        do {
            state = Mutex(State(decoder: isCompressed ? try Decompressor(.gzip) : nil))
        } catch {
            throw Self.error(error)
        }
    }

    deinit { transfer.cancel() }

    func cancel() { transfer.cancel() }

    func read() async throws -> [UInt8] {
        do {
            while true {
                if let piece = try state.withLock({ state throws(TransportError) in try Self.decoded(&state) }) {
                    return try counted(piece)
                }
                let piece = try await transfer.read()
                let isPlain = try state.withLock { state throws(TransportError) in try Self.take(piece, &state) }
                if isPlain || piece.isEmpty { return try counted(piece) }
            }
        } catch let error as TransportError {
            transfer.cancel()
            throw error
        }
    }

    /// Decompresses the bytes that have arrived; nil if the decoder needs more for any output.
    private static func decoded(_ state: inout State) throws(TransportError) -> [UInt8]? {
        guard state.decoder != nil else { return nil }
        do {
            let piece = try state.decoder?.read(&state.input, upTo: PieceBuffer.pieceBytes, spare: PieceBuffer.spareBytes)
            return piece.flatMap { $0.isEmpty ? nil : $0 }
        } catch {
            throw Self.error(error)
        }
    }

    /// Keeps a piece for the decoder. At the end of the body, the compressed data must be complete.
    ///
    /// - Returns: Whether the body is not compressed.
    private static func take(_ piece: [UInt8], _ state: inout State) throws(TransportError) -> Bool {
        guard state.decoder != nil else { return true }
        state.input = piece[...]
        guard piece.isEmpty else { return false }
        do {
            try state.decoder?.finish()
        } catch {
            throw Self.error(error)
        }
        return false
    }

    private func counted(_ piece: [UInt8]) throws(TransportError) -> [UInt8] {
        let isWithinLimit = state.withLock { state in
            state.count += piece.count
            return state.count <= limit
        }
        guard isWithinLimit else { throw TransportError(.tooLong(limit: limit)) }
        return piece
    }

    private static func error(_ error: CompressionError) -> TransportError {
        if case .missingLibrary = error { return TransportError(.libraryMissing(error.message)) }
        return TransportError(.badCompression(error.message))
    }
}

/// The content coding of a response: what `Content-Encoding` says.
///
/// - SeeAlso: RFC 9110, section 8.4.1
enum ContentCoding: Equatable {
    case identity, gzip
    /// A coding that no request accepts.
    case other(String)

    init(_ headers: HTTPHeaders) {
        let values = headers.values(of: "Content-Encoding").flatMap { $0.split(separator: ",") }
        let names = values.map { String($0).trimmingSpaces.lowercased() }.filter { !$0.isEmpty && $0 != "identity" }
        switch names {
        case []: self = .identity
        case ["gzip"], ["x-gzip"]: self = .gzip
        default: self = .other(names.joined(separator: ", ").printable)
        }
    }
}
