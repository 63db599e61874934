internal import HTMLParsing

/// Addresses that mean nothing outside of their document.
enum EmbeddedAddress {
    /// Whether the address is a program, or the data itself.
    static func leadsNowhere(_ bytes: [UInt8], in address: Range<Int>) -> Bool {
        (["javascript:", "vbscript:", "data:"] as [StaticString]).contains { begins(with: $0, bytes, address) }
    }

    /// Whether the address names a part of the mail that it stands in.
    static func isPartOfMail(_ bytes: [UInt8], in address: Range<Int>) -> Bool { begins(with: "cid:", bytes, address) }

    /// Whether an address has a scheme, as browsers read it: they leave out tabs and line ends, and so does what is written.
    ///
    /// - SeeAlso: [URL 4.4, URL parsing](https://url.spec.whatwg.org/#concept-basic-url-parser)
    private static func begins(with scheme: StaticString, _ bytes: [UInt8], _ address: Range<Int>) -> Bool {
        if bytes.begins(with: scheme, address) { return true }
        guard bytes[address].prefix(scheme.utf8CodeUnitCount).contains(where: { isPassedOver($0) }) else { return false }
        let start = Array(bytes[address].lazy.filter { !isPassedOver($0) }.prefix(scheme.utf8CodeUnitCount))
        return start.begins(with: scheme, 0..<start.count)
    }

    private static func isPassedOver(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }
}
