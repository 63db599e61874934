extension JSONItemReader {
    /// A reader that stands in the same input further on, in front of a value: an element of the innermost array that the path
    /// leads into, or a text of a stream.
    ///
    /// Whether the input really is there, only who reads everything up to that place can say: ``isInSameState(as:)``.
    ///
    /// - Parameters:
    ///   - boundary: In front of what it stands.
    ///   - offset: How many bytes of the input lie before.
    package func resumed(at boundary: JSONItemBoundary.Kind, offset: Int) -> JSONItemReader {
        var reader = JSONItemReader(path: path, limits: limits)
        reader.scanner.consumed = offset
        guard case .element = boundary else { return reader }
        reader.level = path.count
        reader.matchedSteps = path.count
        reader.foundKeys = [Bool](repeating: true, count: path.count)
        for step in path {
            let isObject = if case .key = step { true } else { false }
            reader.scanner.enter(isObject: isObject)
        }
        reader.scanner.state = .value
        return reader
    }

    /// Whether this reader and another one, at the same place of the input, read alike whatever follows.
    package func isInSameState(as other: JSONItemReader) -> Bool {
        !isSkipping && !other.isSkipping && itemStart == nil && other.itemStart == nil && partialBytes.isEmpty && other.partialBytes.isEmpty
            && level == other.level && matchedSteps == other.matchedSteps && foundKeys == other.foundKeys
            && scanner.isInSameState(as: other.scanner)
    }

    /// How many bytes have been read.
    package var consumed: Int { scanner.consumed }

    /// Whether items are elements of an array.
    package var itemsAreArrayElements: Bool { if case .iterate = path.last { true } else { false } }
}

extension JSONScanner {
    /// Counts an array or object as open without reading its bracket.
    fileprivate mutating func enter(isObject: Bool) {
        let word = depth >> 6
        if word == containers.count { containers.append(0) }
        if isObject { containers[word] |= 1 << UInt64(depth & 63) }
        depth += 1
    }

    /// Whether both stand between tokens in the same arrays and objects.
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
