extension RegexRequirement {
    /// The offset of the part at or after another offset; nil if there is none.
    func offset(in text: Span<UInt8>, from start: Int, _ budget: QueryBudget) throws -> Int? {
        switch part {
        case .text(let bytes, let shifts): return try Self.offset(of: bytes.span, shifts.span, in: text, from: start, budget)
        case .byte(let flags):
            let flags = flags.span
            var offset = start
            while offset < text.count, !flags[Int(text[offset])] {
                offset += 1
                try budget.chargeBlock(at: offset)
            }
            return offset < text.count ? offset : nil
        }
    }

    private static func offset(
        of part: Span<UInt8>, _ shifts: Span<UInt8>, in text: Span<UInt8>, from start: Int, _ budget: QueryBudget
    ) throws -> Int? {
        let last = part.count - 1
        var end = start + last
        // Bytes that were passed or compared since the last charge.
        var work = 0
        while end < text.count {
            let shift = Int(shifts[Int(text[end])])
            if text[end] == part[last] {
                var length = 0
                while length < last, text[end - last + length] == part[length] { length += 1 }
                if length == last {
                    try budget.charge(bytes: work)
                    return end - last
                }
                work += length
            }
            end += shift
            work += shift
            if work >= QueryBudget.blockBytes {
                try budget.charge(bytes: work)
                work = 0
            }
        }
        try budget.charge(bytes: work)
        return nil
    }
}
