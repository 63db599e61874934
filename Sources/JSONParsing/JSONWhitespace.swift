/// Where white space stands outside strings, so that it can be left out without a second look at every byte.
struct JSONWhitespace: Sendable {
    /// More runs than this are not remembered one by one.
    private static let maxCount = 1 << 16

    private var runs: [Range<Int>] = []
    private var isComplete = true

    /// Whether there is none.
    var isEmpty: Bool { runs.isEmpty }

    mutating func removeAll() {
        runs.removeAll(keepingCapacity: true)
        isComplete = true
    }

    /// Adds a run, in bytes from the start of the input; one that joins the run before lengthens it.
    @inline(__always)
    mutating func add(_ run: Range<Int>) {
        if let last = runs.last, last.upperBound == run.lowerBound {
            runs[runs.count &- 1] = last.lowerBound..<run.upperBound
        } else if runs.count < Self.maxCount {
            runs.append(run)
        } else {
            isComplete = false
        }
    }

    /// Appends checked JSON without this white space.
    ///
    /// - Parameters:
    ///   - bytes: An item.
    ///   - offset: Where it begins, in bytes from the start of the input.
    ///   - output: The buffer to append to.
    func appendRest(of bytes: Span<UInt8>, offset: Int, to output: inout [UInt8]) {
        guard isComplete else { return appendWithoutWhitespace(bytes, to: &output) }
        // All at once, because each append to an array looks whether it is shared and has room: 2 % of a run.
        output.makeRoom(for: bytes.count)
        output.append(addingCapacity: bytes.count) { rest in
            var position = 0
            for run in runs {
                let start = run.lowerBound &- offset
                guard start >= position, start < bytes.count else { continue }
                rest.append(bytes, position..<start)
                position = min(run.upperBound &- offset, bytes.count)
            }
            rest.append(bytes, position..<bytes.count)
        }
    }
}
