/// The places of a parser's content in the text that it was read from. The content lacks what stands before the lines of a block, such as
/// the markers of quotes.
struct SourceMap {
    /// A part of the content that stands in the text without a gap.
    private struct Part {
        let content: Int32
        let source: Int32
    }

    private var parts: [Part] = []

    /// Notes where the content from an offset on comes from. Offsets grow from call to call.
    mutating func add(_ content: Int, from source: Int) {
        parts.append(Part(content: Int32(truncatingIfNeeded: content), source: Int32(truncatingIfNeeded: source)))
    }

    /// The offset in the text of an offset in the content.
    func source(of content: Int) -> Int {
        var (low, high) = (0, parts.count)
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].content <= content { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return content }
        return Int(parts[low - 1].source) + content - Int(parts[low - 1].content)
    }

    /// The range in the text of a range of the content, which is inside of one line.
    func source(of content: Range<Int>) -> Range<Int> {
        let start = source(of: content.lowerBound)
        return content.isEmpty ? start..<start : start..<source(of: content.upperBound - 1) + 1
    }
}
