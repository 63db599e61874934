internal import HTMLParsing
internal import Pipeline
internal import WebAddresses

/// URLs in the pages of a site.
enum SiteAddress {
    /// Returns the scheme of a URL in lower case; nil for a relative URL, and for an ambiguous one such as `ht tp:`, in which only some
    /// parsers see a scheme.
    static func scheme(of address: String) -> String? {
        guard let scheme = HTMLAddress(address).scheme else { return nil }
        return address.trimmingSpaces.prefix(scheme.count + 1).lowercased() == scheme + ":" ? scheme : nil
    }

    /// Whether a URL has the scheme http or https.
    static func isWeb(_ address: String) -> Bool { ["http", "https"].contains(scheme(of: address)) }

    /// Returns the URL of an image in valid form; nil if it is empty, or if a page must not load it. The rules are the sanitiser's, except
    /// that a page cannot load parts of a mail (`cid:`).
    static func image(_ address: String) -> String? {
        let parts = HTMLAddress(address)
        guard parts.isAllowedInImages, parts.scheme != "cid" else { return nil }
        let valid = HTMLAddress.valid(address)
        return valid.isEmpty ? nil : valid
    }

    /// Whether a URL is relative to the page that has it.
    static func isRelative(_ address: String) -> Bool {
        scheme(of: address) == nil && HTMLAddress(address).scheme == nil && !address.isEmpty
            && !["/", "\\", "#", "?"].contains { address.hasPrefix($0) }
    }

    /// Returns the URL with which another page names the same file.
    ///
    /// - Parameters:
    ///   - address: A URL, which may be relative to `page`.
    ///   - page: The path components of the page that has the URL.
    ///   - other: The path components of the other page.
    static func moved(_ address: String, from page: [String], to other: [String]) -> String {
        let address = address.trimmingSpaces
        guard page.dropLast() != other.dropLast(), isRelative(address) else { return address }
        let folder = PercentEncoding.relativePath(from: other, to: Array(page.dropLast()))
        return folder.isEmpty || folder.hasSuffix("/") ? folder + address : folder + "/" + address
    }
}
