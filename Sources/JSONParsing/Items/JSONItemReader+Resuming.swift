extension JSONItemReader {
    /// Makes a reader that starts in the middle of the same input, before an item. The caller reads ahead with it speculatively.
    ///
    /// Once another reader has read everything up to that offset, the caller verifies the assumption with
    /// ``isInSameState(as:)``.
    ///
    /// - Parameters:
    ///   - boundary: The layout of the item at that offset: an element of the innermost array on the path, or a text on a line.
    ///   - offset: The number of bytes of the input before that item.
    package func resumed(at boundary: JSONItemBoundary.Kind, offset: Int) -> JSONItemReader {
        var reader = JSONItemReader(path: path, limits: limits)
        reader.scanner.consumed = offset
        guard case .element = boundary else { return reader }
        reader.level = path.count
        reader.matchedSteps = path.count
        reader.foundKeys = [Bool](repeating: true, count: path.count)
        reader.elementNumbers = [Int](repeating: 0, count: path.count)
        for step in path {
            let isObject = if case .key = step { true } else { false }
            reader.scanner.enter(isObject: isObject)
        }
        reader.scanner.state = .value
        return reader
    }

    /// Whether this reader and another one are between tokens at the same offset, in the same arrays and objects. Two such readers
    /// give the same result for any further input.
    package func isInSameState(as other: JSONItemReader) -> Bool {
        !isSkipping && !other.isSkipping && itemStart == nil && other.itemStart == nil && partialBytes.isEmpty && other.partialBytes.isEmpty
            && level == other.level && matchedSteps == other.matchedSteps && foundKeys == other.foundKeys
            && scanner.isInSameState(as: other.scanner)
    }

    /// The number of bytes that this reader has read.
    package var consumed: Int { scanner.consumed }

    /// Whether the path ends with `[]`, so that items are separated by commas.
    package var itemsAreArrayElements: Bool { if case .iterate = path.last { true } else { false } }
}

extension JSONScanner {
    /// Opens an array or object without reading its bracket.
    fileprivate mutating func enter(isObject: Bool) {
        let word = depth >> 6
        if word == containers.count { containers.append(0) }
        if isObject { containers[word] |= 1 << UInt64(depth & 63) }
        depth += 1
    }

    /// Whether both scanners are between values at the same offset, in the same arrays and objects.
    fileprivate func isInSameState(as other: JSONScanner) -> Bool {
        guard state == other.state, consumed == other.consumed, depth == other.depth, state == .value || state == .text else {
            return false
        }
        for level in 0..<depth {
            let bit: UInt64 = 1 << UInt64(level & 63)
            if (containers[level >> 6] ^ other.containers[level >> 6]) & bit != 0 { return false }
        }
        return true
    }
}
