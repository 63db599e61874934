internal import HTMLParsing

/// The id of an element and those of its classes that may be names of quotes or signatures, in lower case.
struct MarkedNames {
    let identifier: String
    let classes: Set<Substring>

    init(of node: HTMLNode, in document: HTMLDocument, _ bytes: [UInt8]) {
        identifier = document.attribute("id", of: node)?.lowercased() ?? ""
        guard let range = document.attributeRange("class", of: node), Self.mayContainKnownClass(bytes, range) else {
            classes = []
            return
        }
        classes = Set(String(decoding: bytes[range], as: UTF8.self).lowercased().split(whereSeparator: \.isWhitespace))
    }

    /// Whether the id is one of the names, with or without the prefix that webmail programs add to the ids of quoted HTML, such as `x_`.
    func hasIdentifier(among names: [String]) -> Bool {
        !identifier.isEmpty && names.contains { identifier == $0 || identifier.hasSuffix("_" + $0) }
    }

    /// Whether a class attribute may contain a known name. Each known name contains one of the searched parts.
    private static func mayContainKnownClass(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        for index in range {
            let rest = index..<range.upperBound
            switch bytes[index] | 0x20 {
            case UInt8(ascii: "q"): if bytes.begins(with: "quote", rest) { return true }
            case UInt8(ascii: "s"): if bytes.begins(with: "signature", rest) { return true }
            case UInt8(ascii: "z"): if bytes.begins(with: "zmail_extra", rest) { return true }
            case UInt8(ascii: "o"): if bytes.begins(with: "outlookmessageheader", rest) { return true }
            case UInt8(ascii: "m"): if bytes.begins(with: "moz-cite-prefix", rest) { return true }
            case UInt8(ascii: "g"): if bytes.begins(with: "gmail_attr", rest) { return true }
            default: continue
            }
        }
        return false
    }
}
