internal import Synchronization

/// Bytes in memory with a current position, like an open file. A class, because several tasks read it.
final class MemoryFile: Sendable {
    private let bytes: [UInt8]
    private let place = Mutex(0)

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }

    /// The offset of the next chunk in bytes.
    var position: Int {
        get { place.withLock { $0 } }
        set { place.withLock { $0 = newValue } }
    }

    /// Reads the next chunk; empty at the end.
    func read(upTo limit: Int, spare: Int) -> [UInt8] {
        place.withLock { place in
            let piece = read(at: place, upTo: limit, spare: spare)
            place += piece.count
            return piece
        }
    }

    /// Reads a part; shorter at the end.
    ///
    /// - Parameter spare: The capacity in bytes to reserve after the result, for the caller to append.
    func read(at offset: Int, upTo limit: Int, spare: Int) -> [UInt8] {
        let start = min(max(0, offset), bytes.count)
        let end = min(start + limit, bytes.count)
        var piece: [UInt8] = []
        piece.reserveCapacity(end - start + spare)
        piece += bytes[start..<end]
        return piece
    }
}
