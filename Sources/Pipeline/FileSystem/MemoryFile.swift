internal import Synchronization

/// Bytes in memory that are read as a file is. Several readers share it, and so it is a class.
final class MemoryFile: Sendable {
    private let bytes: [UInt8]
    private let place = Mutex(0)

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }

    /// How many bytes lie before the next piece.
    var position: Int {
        get { place.withLock { $0 } }
        set { place.withLock { $0 = newValue } }
    }

    /// The next piece; empty at the end.
    func read(upTo limit: Int, spare: Int) -> [UInt8] {
        place.withLock { place in
            let piece = read(at: place, upTo: limit, spare: spare)
            place += piece.count
            return piece
        }
    }

    /// A piece at a place; shorter at the end.
    ///
    /// - Parameter spare: Room for what the caller will append.
    func read(at offset: Int, upTo limit: Int, spare: Int) -> [UInt8] {
        let start = min(max(0, offset), bytes.count)
        let end = min(start + limit, bytes.count)
        var piece: [UInt8] = []
        piece.reserveCapacity(end - start + spare)
        piece += bytes[start..<end]
        return piece
    }
}
