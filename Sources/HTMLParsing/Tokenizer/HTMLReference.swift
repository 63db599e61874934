/// What was found at a `&`.
struct HTMLReference {
    /// The place behind the reference; the place of the `&` if there is none; or `HTMLTokenizer.needsMore`.
    var end: Int
    /// The code points that it stands for; the second is 0 if there is none.
    var first: UInt32 = 0
    var second: UInt32 = 0

    /// Appends the code points in UTF-8.
    func append(to output: inout [UInt8]) {
        Self.append(first, to: &output)
        if second != 0 { Self.append(second, to: &output) }
    }

    private static func append(_ codePoint: UInt32, to output: inout [UInt8]) {
        let scalar = Unicode.Scalar(codePoint) ?? "\u{FFFD}"
        output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
}
