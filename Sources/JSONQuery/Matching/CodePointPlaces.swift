/// Turns offsets into places counted in code points. Offsets near the last one are found quickly.
struct CodePointPlaces {
    private let text: [UInt8]
    private var offset = 0
    private var place = 0

    init(_ text: [UInt8]) { self.text = text }

    mutating func place(of wanted: Int, _ budget: QueryBudget) throws -> Int {
        while offset < wanted {
            if text[offset] & 0xC0 != 0x80 { place += 1 }
            offset += 1
            try budget.chargeBlock(at: offset)
        }
        while offset > wanted {
            offset -= 1
            try budget.chargeBlock(at: offset)
            if text[offset] & 0xC0 != 0x80 { place -= 1 }
        }
        return place
    }
}
