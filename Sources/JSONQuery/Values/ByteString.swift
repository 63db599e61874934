/// A string that equals another only if it has the same bytes.
///
/// Swift's strings are equal if they look the same: "é" as one character or as two. To JSON those are different keys.
struct ByteString: Hashable {
    private let text: String

    init(_ text: String) { self.text = text }

    static func == (left: ByteString, right: ByteString) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(UInt8(0xFF))
    }
}
