internal import HTMLParsing

/// Inline links, reference links and autolinks.
///
/// - SeeAlso: [CommonMark 6.3, Links](https://spec.commonmark.org/0.31.2/#links)
extension InlineWriter {
    /// Writes the part of a link behind its text: the target, or the number of its reference.
    mutating func closeLink(_ target: LinkTarget, into out: inout [UInt8]) {
        if usesReferences {
            out.append(contentsOf: "][\(references.number(of: target))]".utf8)
            return
        }
        out.append(contentsOf: "](".utf8)
        target.write(into: &out, inTable: place == .cell)
        out.append(0x29)
    }

    /// The end of a link's text if the link can be written as an autolink `<address>`, because text and address are equal; otherwise nil.
    func autolinkEnd(_ index: Int, text: [UInt8]) -> Int? {
        let event = events[index]
        let target = links[event.payload]
        guard event.partner == index + 1, target.title == nil, wrapWidth == nil else { return nil }
        let label = text[event.offset..<events[index + 1].offset]
        guard label.elementsEqual(target.address) && hasScheme(label) || isMailAddress(label, target.address) else { return nil }
        for index in label.indices {
            switch label[index] {
            // Some parsers decode character references in autolinks.
            case 0x26 where text.hasCharacterReference(at: index, end: label.endIndex): return nil
            case 0...0x20, 0x22, 0x3C, 0x3E, 0x5B, 0x5C, 0x5D, 0x5E, 0x60, 0x7B, 0x7C, 0x7D, 0x7F: return nil
            default: continue
            }
        }
        return events[index + 1].offset
    }

    /// Whether the text is a mail address and the link is its `mailto:` address.
    private func isMailAddress(_ label: ArraySlice<UInt8>, _ address: [UInt8]) -> Bool {
        guard address.starts(with: "mailto:".utf8), address.dropFirst(7).elementsEqual(label) else { return false }
        let parts = label.split(separator: 0x40, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return false }
        return parts[0].allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || [0x2E, 0x2D, 0x5F, 0x2B].contains($0) }
            && parts[1].split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { label in
                !label.isEmpty && label.count < 64 && label.first != 0x2D && label.last != 0x2D
                    && label.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2D }
            }
    }

    /// Whether the address begins with `http:`, `https:`, `ftp:` or `mailto:`.
    private func hasScheme(_ address: ArraySlice<UInt8>) -> Bool {
        guard let colon = address.prefix(8).firstIndex(of: 0x3A) else { return false }
        return ["http", "https", "ftp", "mailto"].contains { $0.utf8.elementsEqual(address[..<colon]) }
    }
}
