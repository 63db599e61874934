/// Addresses in the pages of a site.
enum SiteAddress {
    /// The way from one page to another as a relative URL, which holds on a disk and on any host.
    static func relative(from page: [String], to other: [String]) -> String {
        String(repeating: "../", count: page.count - 1) + MarkdownIndex.encoded(other.joined(separator: "/"))
    }

    /// The scheme of an address in lower case; nil for a relative one.
    static func scheme(of address: String) -> String? {
        let head = address.prefix { $0 != ":" && $0 != "/" && $0 != "?" && $0 != "#" }
        guard head.endIndex < address.endIndex, address[head.endIndex] == ":" else { return nil }
        return head.lowercased()
    }

    /// Whether a link may lead there.
    static func isWeb(_ address: String) -> Bool { ["http", "https"].contains(scheme(of: address)) }

    /// An address of the content as a page may hold it: what no URL may hold is dropped or percent-encoded, as browsers do it themselves.
    ///
    /// - SeeAlso: [URL, percent-encoded bytes](https://url.spec.whatwg.org/#percent-encoded-bytes)
    static func valid(_ address: String) -> String {
        var text = ""
        for scalar in address.trimmed.unicodeScalars {
            switch scalar {
            case "\t", "\n", "\r": break
            case "\0"..." ", "\"", "<", ">", "^", "`", "{", "|", "}", "\u{7F}"..."\u{9F}": text += MarkdownIndex.encoded(String(scalar))
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
