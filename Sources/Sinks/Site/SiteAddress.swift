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
}
