/// One attribute in the document's array, 12 bytes. The attributes of an element are contiguous, and a bit marks the last one.
struct HTMLAttributeRecord: Sendable {
    private static let lastBit: UInt32 = 1 << 31

    private var nameAndLast: UInt32
    /// The offset of the value in the document's `bytes`.
    var start: UInt32
    /// The length of the value, in bytes.
    var count: UInt32

    init(name: HTMLNameID, start: Int, count: Int, isLast: Bool) {
        nameAndLast = UInt32(bitPattern: name) | (isLast ? Self.lastBit : 0)
        self.start = UInt32(truncatingIfNeeded: start)
        self.count = UInt32(truncatingIfNeeded: count)
    }

    var name: HTMLNameID {
        get { HTMLNameID(bitPattern: nameAndLast & ~Self.lastBit) }
        set { nameAndLast = nameAndLast & Self.lastBit | UInt32(bitPattern: newValue) }
    }

    var isLast: Bool {
        get { nameAndLast & Self.lastBit != 0 }
        set { nameAndLast = nameAndLast & ~Self.lastBit | (newValue ? Self.lastBit : 0) }
    }

    var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}
