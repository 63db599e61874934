/// Compares words in a buffer of UTF-8.
extension Span<UInt8> {
    /// Whether the range equals the lower-case word, ignoring ASCII case.
    func matches(_ word: StaticString, _ range: Range<Int>) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        let letters = unsafe UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        for offset in 0..<range.count {
            if unsafe self[range.lowerBound + offset].asciiLowercased != letters[offset] { return false }
        }
        return true
    }

    /// The text of a range.
    func string(_ range: Range<Int>) -> String {
        unsafe extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
