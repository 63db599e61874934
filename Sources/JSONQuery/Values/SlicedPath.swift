import JSONParsing

/// Paths through slices. A slice is a copy of its elements. A path that goes on inside a slice leads to the same place of the array itself,
/// without the copy.
enum SlicedPath {
    /// The next key of a path: slices of slices of an array as one slice, and an index in a slice as one in the array.
    ///
    /// - Parameters:
    ///   - place: The place of the key in the path; goes on behind the keys that are taken.
    ///   - container: What the key is looked up in. Only an array that has been decoded has its slices joined.
    static func key(at place: inout Int, of path: [JSONValue], in container: JSONValue) throws -> JSONValue {
        let first = path[place]
        place += 1
        guard place < path.count, first.kind == .object, case .array(let elements) = container else { return first }
        var range = try self.range(of: first, in: elements.indices)
        let start = place
        while place < path.count {
            let key = path[place]
            if key.kind == .object {
                range = try self.range(of: key, in: range)
                place += 1
            } else if let index = index(of: key, in: range) {
                place += 1
                return .number(JSONNumber(index))
            } else {
                break
            }
        }
        return place == start
            ? first : Access.sliceKey(.number(JSONNumber(range.lowerBound)), .number(JSONNumber(range.upperBound)))
    }

    private static func range(of slice: JSONValue, in outer: Range<Int>) throws -> Range<Int> {
        let bounds = try Access.bounds(of: slice)
        let inner = try Access.range(bounds.from, bounds.to, count: outer.count)
        return outer.lowerBound + inner.lowerBound..<outer.lowerBound + inner.upperBound
    }

    /// The index in the array of an element of a slice; nil if the key is no index, or lies outside, where it makes the slice longer.
    private static func index(of key: JSONValue, in range: Range<Int>) -> Int? {
        guard let number = key.number, let place = Access.position(number.double, count: range.count), 0..<range.count ~= place else {
            return nil
        }
        return range.lowerBound + place
    }
}
