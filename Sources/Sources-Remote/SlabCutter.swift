internal import JSONParsing

/// Cuts an input where items seem to begin.
struct SlabCutter {
    /// So much is collected before it is cut, in bytes: enough that handing it over costs nothing in comparison.
    private static let minBytes = 192 << 10
    /// So much is collected at most, in bytes, if no item seems to begin; a bound for memory.
    private static let maxBytes = 4 << 20

    private let boundary: JSONItemBoundary
    private var slab: ItemSlab

    /// - Parameter offset: How many bytes of the input lie before.
    init(at boundary: JSONItemBoundary, offset: Int) {
        self.boundary = boundary
        slab = ItemSlab(offset: offset, seemsToBeginItem: false)
    }

    /// Takes the next chunk.
    ///
    /// - Returns: What is complete now.
    mutating func add(_ chunk: consuming [UInt8]) -> ItemSlab? {
        let total = slab.count + chunk.count
        let place = total < Self.minBytes ? nil : boundary.firstPlace(in: chunk.span)
        if let place {
            // A copy of what is as a rule the end of one item, so that the rest has one owner.
            slab.append(InputChunk(Array(chunk[..<place])))
        } else {
            slab.append(InputChunk(chunk))
            guard total >= Self.maxBytes else { return nil }
            chunk = []
        }
        let complete = slab
        slab = ItemSlab(offset: complete.offset + complete.count, seemsToBeginItem: place != nil)
        if let place { slab.append(InputChunk(chunk, from: place)) }
        return complete
    }

    /// What is left at the end of the input; nil if nothing is.
    mutating func takeRest() -> ItemSlab? {
        var rest = ItemSlab(offset: slab.offset + slab.count, seemsToBeginItem: false)
        swap(&rest, &slab)
        return rest.count > 0 ? rest : nil
    }
}
