/// Turns offsets into places counted in code points. Offsets near the last one are found quickly.
struct CodePointPlaces {
    private let text: [UInt8]
    private var offset = 0
    private var place = 0

    init(_ text: [UInt8]) { self.text = text }

    mutating func place(of wanted: Int) -> Int {
        while offset < wanted {
            if text[offset] & 0xC0 != 0x80 { place += 1 }
            offset += 1
        }
        while offset > wanted {
            offset -= 1
            if text[offset] & 0xC0 != 0x80 { place -= 1 }
        }
        return place
    }
}
