/// Finds named character references.
struct HTMLNamedReferences: Sendable {
    /// What a name stands for: one code point or two. The second is 0 if there is none.
    struct Value: Sendable {
        var first: UInt32
        var second: UInt32
        var countsWithoutSemicolon: Bool
    }

    /// How long the longest name is, without its semicolon, in bytes.
    static let longestName = 31
    /// How long the longest name is that counts without a semicolon, in bytes.
    static let longestBareName = 6

    static let standard = HTMLNamedReferences()

    private var names = HTMLNameTable()
    private var values: [Value] = []

    private init() {
        var name: [UInt8] = []
        var value = Value(first: 0, second: 0, countsWithoutSemicolon: false)
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
                value = Value(first: 0, second: 0, countsWithoutSemicolon: byte == UInt8(ascii: "!"))
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

    /// What the name stands for; nil if there is no such name.
    func find(_ name: Span<UInt8>) -> Value? {
        names.find(name).map { values[Int($0)] }
    }
}
