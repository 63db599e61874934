/// Looks up named character references.
struct HTMLNamedReferences: Sendable {
    /// The one or two code points of a named reference. `second` is 0 if there is only one.
    struct CodePoints: Sendable {
        var first: UInt32
        var second: UInt32
        var countsWithoutSemicolon: Bool
    }

    /// The length in bytes of the longest name, without its semicolon.
    static let longestName = 31
    /// The length in bytes of the longest name that is valid without a semicolon.
    static let longestBareName = 6

    static let standard = HTMLNamedReferences()

    private var names = HTMLNameTable()
    private var values: [CodePoints] = []

    private init() {
        var name: [UInt8] = []
        var value = CodePoints(first: 0, second: 0, countsWithoutSemicolon: false)
        var readsName = true
        for byte in HTMLNamedReferenceData.entries.utf8 {
            switch byte {
            case UInt8(ascii: " "):
                names.add(name.span)
                values.append(value)
                name.removeAll(keepingCapacity: true)
                readsName = true
            case UInt8(ascii: ":"), UInt8(ascii: "!"):
                readsName = false
                value = CodePoints(first: 0, second: 0, countsWithoutSemicolon: byte == UInt8(ascii: "!"))
            case UInt8(ascii: "."):
                (value.first, value.second) = (0, value.first)
            default:
                if readsName {
                    name.append(byte)
                } else {
                    value.first = value.first &* 16 &+ UInt32(byte < 0x40 ? byte &- 0x30 : byte &- 0x37)
                }
            }
        }
        names.add(name.span)
        values.append(value)
        for index in values.indices where values[index].second != 0 {
            (values[index].first, values[index].second) = (values[index].second, values[index].first)
        }
    }

    /// Returns the code points of a name, or nil if there is no such name.
    func find(_ name: Span<UInt8>) -> CodePoints? {
        names.find(name).map { values[Int($0)] }
    }
}

extension [UInt8] {
    /// Appends the characters that a reference such as `&amp;` stands for.
    ///
    /// - Parameter name: The name between the ampersand and the semicolon.
    /// - Returns: Whether HTML knows the name; if not, nothing is appended.
    package mutating func append(referenceNamed name: Span<UInt8>) -> Bool {
        guard name.count <= HTMLNamedReferences.longestName, let value = HTMLNamedReferences.standard.find(name) else { return false }
        HTMLReference(end: 0, first: value.first, second: value.second).append(to: &self)
        return true
    }
}

extension Unicode.Scalar {
    /// The first character that a reference such as `&amp;` stands for; nil if HTML does not know the name.
    ///
    /// - Parameter name: The name between the ampersand and the semicolon.
    package init?(referenceName name: Span<UInt8>) {
        guard name.count <= HTMLNamedReferences.longestName, let value = HTMLNamedReferences.standard.find(name) else { return nil }
        self.init(value.first)
    }
}

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
