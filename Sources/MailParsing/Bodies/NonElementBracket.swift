import HTMLParsing

/// What stands in angle brackets and is no element of HTML: `<ana@example.com>`, `<https://…>`, `<config>`.
enum NonElementBracket {
    /// How far the closing bracket is looked for, in bytes.
    private static let maxLength = 256

    /// Whether such a thing stands at an angle bracket. Names with a hyphen or a colon are elements that pages and office programs define.
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
        // Office programs put their settings into such an element.
        if name == "xml" { return false }
        return name.flatMap { HTMLTag(name: $0) } ?? .other == .other
    }

    /// Whether `name@host>` or `scheme://…>` stands here, without white space.
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
