/// The result of parsing a character reference.
struct HTMLReference {
    /// The offset after the reference; the offset of the `&` if it begins no reference; or `HTMLTokenizer.needsMore`.
    var end: Int
    /// The first code point; `second` is 0 if there is only one.
    var first: UInt32 = 0
    var second: UInt32 = 0

    /// Appends the code points in UTF-8.
    func append(to output: inout [UInt8]) {
        output.append(codePoint: first)
        if second != 0 { output.append(codePoint: second) }
    }
}
