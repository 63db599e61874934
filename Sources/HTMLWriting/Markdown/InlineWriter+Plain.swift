/// Inline content as plain text.
extension InlineWriter {
    /// Writes the text, its line breaks, and the addresses of links behind their text.
    mutating func writePlain(_ run: borrowing InlineRun, into layout: inout BlockLayout) {
        var offset = 0
        for event in run.events {
            writePlain(run.text, in: offset..<event.offset, into: &layout.out)
            offset = event.offset
            switch event.kind {
            case .lineBreak where place == .paragraph:
                endLine(of: &layout)
                layout.beginLine()
            case .lineBreak: layout.out.append(0x20)
            case .atom, .code: layout.out.append(contentsOf: run.atoms[event.atom])
            case .close where event.mark == .link:
                let address = links[event.payload].address
                if run.text[run.events[event.partner].offset..<event.offset].elementsEqual(address) { continue }
                layout.out.append(contentsOf: " (".utf8)
                layout.out.append(contentsOf: address)
                layout.out.append(0x29)
            case .open, .close: continue
            }
        }
        writePlain(run.text, in: offset..<run.text.count, into: &layout.out)
    }

    private mutating func writePlain(_ text: [UInt8], in range: Range<Int>, into out: inout [UInt8]) {
        if wrapWidth != nil, place == .paragraph {
            for index in range where text[index] == 0x20 { breaks.append(out.count + index - range.lowerBound) }
        }
        out.append(contentsOf: text[range])
    }
}
