/// Comments and `!important` in the declarations of a style attribute.
extension [UInt8] {
    /// Returns the declarations with each comment replaced by a space, or nil if there is no comment. `/*` inside a string or an unquoted
    /// `url()` starts no comment.
    ///
    /// - SeeAlso: [CSS Syntax 4.3.2, Consume comments](https://www.w3.org/TR/css-syntax-3/#consume-comment)
    func withoutComments(_ range: Range<Int>) -> [UInt8]? {
        guard commentStart(range.lowerBound, range.upperBound) != nil else { return nil }
        var plain: [UInt8] = []
        var index = range.lowerBound
        var quote: UInt8?
        while index < range.upperBound {
            let byte = self[index]
            if quote == nil, byte == 0x2F, index + 1 < range.upperBound, self[index + 1] == 0x2A {
                plain.append(0x20)
                index += 2
                while index < range.upperBound, !(self[index] == 0x2A && index + 1 < range.upperBound && self[index + 1] == 0x2F) {
                    index += 1
                }
                index = Swift.min(index + 2, range.upperBound)
                continue
            }
            if quote == nil, begins(with: "url(", index..<range.upperBound) {
                let end = self[index..<range.upperBound].firstIndex { $0 == 0x29 || $0 == 0x22 || $0 == 0x27 } ?? range.upperBound
                plain.append(contentsOf: self[index..<end])
                index = end
                continue
            }
            if byte == quote {
                quote = nil
            } else if quote == nil, byte == 0x22 || byte == 0x27 {
                quote = byte
            }
            plain.append(byte)
            index += 1
        }
        return plain
    }

    private func commentStart(_ start: Int, _ end: Int) -> Int? {
        var index = start
        while index + 1 < end {
            if self[index] == 0x2F, self[index + 1] == 0x2A { return index }
            index += 1
        }
        return nil
    }

    /// Returns the part of the value before `!important`, or nil if the value does not end with it.
    func withoutImportance(_ value: Range<Int>) -> Range<Int>? {
        let word = "important".utf8.count
        guard value.count > word, matches("important", value.upperBound - word..<value.upperBound) else { return nil }
        let rest = trimmed(value.lowerBound..<value.upperBound - word)
        guard !rest.isEmpty, self[rest.upperBound - 1] == 0x21 else { return nil }
        return trimmed(rest.lowerBound..<rest.upperBound - 1)
    }
}
