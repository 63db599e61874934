internal import HTMLParsing

/// Recognizes addresses that are of no use outside their document.
enum EmbeddedAddress {
    /// Whether the address holds a script or the data itself (`javascript:`, `vbscript:`, `data:`).
    static func isScriptOrData(_ bytes: [UInt8], in address: Range<Int>) -> Bool {
        (["javascript:", "vbscript:", "data:"] as [StaticString]).contains { begins(with: $0, bytes, address) }
    }

    /// Whether the address names a body part of the same mail (`cid:`, RFC 2392).
    static func isContentID(_ bytes: [UInt8], in address: Range<Int>) -> Bool { begins(with: "cid:", bytes, address) }

    /// Whether an address has a scheme. Ignores tabs and line ends, as the URL parser of browsers does.
    ///
    /// - SeeAlso: [URL 4.4, URL parsing](https://url.spec.whatwg.org/#concept-basic-url-parser)
    private static func begins(with scheme: StaticString, _ bytes: [UInt8], _ address: Range<Int>) -> Bool {
        if bytes.begins(with: scheme, address) { return true }
        guard bytes[address].prefix(scheme.utf8CodeUnitCount).contains(where: { isIgnored($0) }) else { return false }
        let start = Array(bytes[address].lazy.filter { !isIgnored($0) }.prefix(scheme.utf8CodeUnitCount))
        return start.begins(with: scheme, 0..<start.count)
    }

    private static func isIgnored(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }
}
