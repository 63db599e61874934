import HTMLParsing

/// Recognizes angle brackets that are no HTML element: `<ana@example.com>`, `<https://…>`, `<config>`.
enum NonElementBracket {
    /// The limit of the search for the closing bracket, in bytes.
    private static let maxLength = 256

    /// Whether an address or an unknown name in angle brackets begins at an offset. Names with a hyphen or a colon do not count: they are
    /// custom elements and elements of office programs.
    static func begins(at start: Int, in bytes: Span<UInt8>) -> Bool {
        var index = start + 1
        if index < bytes.count, bytes[index] == 0x2F { index += 1 }
        let nameStart = index
        while index < bytes.count, bytes[index].isASCIILetter || bytes[index].isASCIIDigit || bytes[index] == 0x5F { index += 1 }
        guard index > nameStart, bytes[nameStart].isASCIILetter || bytes[nameStart] == 0x5F else {
            return isAddress(from: nameStart, in: bytes)
        }
        let nameEnd = index
        guard index < bytes.count, bytes[index].isFoldedSpace || bytes[index] == 0x2F || bytes[index] == 0x3E else {
            return isAddress(from: nameStart, in: bytes)
        }
        let limit = min(bytes.count, start + maxLength)
        while index < limit, bytes[index] != 0x3C, bytes[index] != 0x3E { index += 1 }
        guard index < limit, bytes[index] == 0x3E else { return false }
        let name = nameEnd - nameStart > 20 ? nil : bytes.extracting(nameStart..<nameEnd).lowercasedString
        // Office programs put their settings into an `xml` element.
        if name == "xml" { return false }
        return name.flatMap { HTMLTag(name: $0) } ?? .other == .other
    }

    /// Whether `name@host>` or `scheme://…>` without white space begins at an offset.
    private static func isAddress(from start: Int, in bytes: Span<UInt8>) -> Bool {
        var isAddress = false
        var index = start
        let limit = min(bytes.count, start + maxLength)
        while index < limit, !bytes[index].isFoldedSpace, bytes[index] != 0x3C {
            if bytes[index] == 0x3E { return isAddress }
            if bytes[index] == 0x40 { isAddress = true }
            if bytes[index] == 0x3A, index > start, index + 2 < limit, bytes[index + 1] == 0x2F, bytes[index + 2] == 0x2F {
                isAddress = true
            }
            index += 1
        }
        return false
    }
}
