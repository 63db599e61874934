/// Decodes UTF-16.
///
/// - SeeAlso: [Encoding 14.2, shared UTF-16 decoder](https://encoding.spec.whatwg.org/#shared-utf-16-decoder)
struct UTF16Decoder: Sendable {
    private let isBigEndian: Bool
    /// The first byte of a code unit at the end of the last chunk.
    private var half: UInt8?
    /// The first half of a surrogate pair.
    private var lead: UInt32?
    private var offset = 0
    private(set) var faults = HTMLDecodingFaults()

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    mutating func decode(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
        output.reserveCapacity(output.count + bytes.count)
        for index in bytes.indices {
            offset += 1
            guard let first = half else {
                half = bytes[index]
                continue
            }
            half = nil
            let (high, low) = isBigEndian ? (first, bytes[index]) : (bytes[index], first)
            read(unit: UInt32(high) << 8 | UInt32(low), into: &output)
        }
    }

    private mutating func read(unit: UInt32, into output: inout [UInt8]) {
        if let lead {
            self.lead = nil
            if unit & 0xFC00 == 0xDC00 {
                output.append(codePoint: 0x1_0000 + ((lead & 0x3FF) << 10 | (unit & 0x3FF)))
                return
            }
            replace(at: offset - 4, into: &output)
        }
        switch unit & 0xFC00 {
        case 0xD800: lead = unit
        case 0xDC00: replace(at: offset - 2, into: &output)
        default: output.append(codePoint: unit)
        }
    }

    /// Ends the text. An incomplete pair and an incomplete code unit at the end are one fault.
    mutating func finish(into output: inout [UInt8]) {
        if lead != nil || half != nil { replace(at: offset - (lead == nil ? 0 : 2) - (half == nil ? 0 : 1), into: &output) }
        (lead, half) = (nil, nil)
    }

    private mutating func replace(at place: Int, into output: inout [UInt8]) {
        faults.add(at: place)
        output.appendReplacementCharacter()
    }
}
