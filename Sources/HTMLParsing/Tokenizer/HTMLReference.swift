/// What was found at a `&`.
struct HTMLReference {
    /// The place behind the reference; the place of the `&` if there is none; or `HTMLTokenizer.needsMore`.
    var end: Int
    /// The code points that it stands for; the second is 0 if there is none.
    var first: UInt32 = 0
    var second: UInt32 = 0

    /// Appends the code points in UTF-8.
    func append(to output: inout [UInt8]) {
        output.append(codePoint: first)
        if second != 0 { output.append(codePoint: second) }
    }
}
