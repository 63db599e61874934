internal import JSONParsing
internal import Synchronization

/// Cuts an input where items seem to begin, and reads a slab for whoever goes through it next, so that its bytes are in the cache of
/// that processor. Shared by the tasks that do so, and so a class.
final class SlabReader: Sendable {
    private struct Place {
        /// The number of the next slab, counted from 0.
        var number = 0
        /// How many bytes of the input lie before it.
        var offset: Int
        var seemsToBeginItem = false
        var isAtEnd = false
    }

    /// So long is a slab at least, in bytes, if it is not the last one: enough that handing it over costs nothing in comparison.
    private static let minBytes = 512 << 10
    /// So long is a slab at most, in bytes, if no item seems to begin; a bound for memory.
    private static let maxBytes = 4 << 20
    /// So much is read first to find where the next slab begins, in bytes; whoever goes through it reads that again.
    private static let windowBytes = 16 << 10

    private let input: RemoteInput
    private let boundary: JSONItemBoundary
    /// How many bytes of the file lie before the input.
    private let start: Int
    private let place: Mutex<Place>

    /// - Parameters:
    ///   - position: How many bytes of the input's file lie before the first slab.
    ///   - offset: How many bytes of the input do.
    init(_ input: consuming RemoteInput, at position: Int, _ boundary: JSONItemBoundary, offset: Int) {
        self.input = input
        self.boundary = boundary
        start = position - offset
        place = Mutex(Place(offset: offset))
    }

    /// Reads the next slab.
    ///
    /// - Returns: The slab and its number, counted from 0; nil at the end.
    func next() throws -> (number: Int, slab: ItemSlab)? {
        let (place, end) = try place.withLock { next in
            let place = next
            if !place.isAtEnd { try cut(&next) }
            return (place, next.offset)
        }
        guard !place.isAtEnd else { return nil }
        let bytes = try input.read(at: start + place.offset, count: end - place.offset)
        InputProgress.current?.add(bytes.count)
        return (place.number, ItemSlab(chunk: InputChunk(bytes), offset: place.offset, seemsToBeginItem: place.seemsToBeginItem))
    }

    /// Goes to the end of the slab that begins here.
    private func cut(_ next: inout Place) throws {
        let limit = next.offset + Self.maxBytes
        next.number += 1
        next.offset += Self.minBytes
        next.seemsToBeginItem = false
        var window = Self.windowBytes
        while !next.seemsToBeginItem, next.offset < limit {
            let bytes = try input.read(at: start + next.offset, count: window)
            if bytes.isEmpty {
                next.isAtEnd = true
                return
            }
            let place = boundary.firstPlace(in: bytes.span)
            next.seemsToBeginItem = place != nil
            // What stands across the end of a window is not found.
            next.offset += place ?? bytes.count
            window *= 2
        }
    }
}
