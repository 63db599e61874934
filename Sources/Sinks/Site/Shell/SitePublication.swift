internal import HTMLParsing
internal import Pipeline
internal import WebAddresses

/// The options of a site that is published on the web.
struct SitePublication: Sendable {
    let base: SiteBaseURL
    /// The name of the publisher; nil for the heading of the index.
    let publisher: String?

    /// Reads the options of a step; nil without `base_url`.
    init?(_ options: inout OptionReader) {
        let address = options.readIfPresent(
            "base_url", .string,
            help:
                "The URL of the sink's folder on the web. With it, pages name their canonical URL and have social cards, and the site has "
                + "a sitemap, feeds and a page for missing ones.")
        publisher = options.readIfPresent(
            "publisher", .string, help: "The name of the publisher in feeds and social cards; the default is the heading of the index.")
        guard let address else {
            if publisher != nil { options.report("publisher is only for a site with base_url", option: "publisher") }
            return nil
        }
        if let fault = SiteBaseURL.fault(of: address) {
            options.report(
                "expected the URL of the sink's folder, such as \"https://www.example.org/studies/\", found \(fault)", option: "base_url")
        }
        if let publisher, publisher.allSatisfy(\.isWhitespace) {
            options.report("expected a name, found \"\(publisher.printable)\"", option: "publisher")
        }
        base = SiteBaseURL(address)
    }
}

/// The URL under which a site is published: the option `base_url`.
struct SiteBaseURL: Sendable {
    /// The URL of the sink's folder. It ends in a slash.
    let address: String

    /// - Parameter text: A URL without a ``fault(of:)``.
    init(_ text: String) { address = text.hasSuffix("/") ? text : text + "/" }

    /// Describes a text that is not a valid URL of a site, for a message; nil for a valid one. The description quotes no credentials.
    static func fault(of text: String) -> String? {
        guard ["https://", "http://"].contains(where: { text.lowercased().hasPrefix($0) }) else {
            return "\"\(text.printable)\""
        }
        let isPrintable = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"<>\\^`{|}".utf8.contains($0) }
        guard isPrintable else {
            return "characters that a URL has only in percent-encoding or Punycode"
        }
        if text.contains("?") { return "a URL with a query" }
        if text.contains("#") { return "a URL with a fragment" }
        let url = URLReference(text)
        guard let server = url.server else { return "a URL without a host" }
        if server.userInfo != nil { return "a URL with credentials" }
        if server.host.isEmpty || server.host.hasPrefix("[") && !server.host.hasSuffix("]") { return "a URL without a host" }
        if !server.hasValidPort || server.port.map({ Int($0).map { (1...65535).contains($0) } != true }) == true {
            return "a URL whose port is no number from 1 to 65535"
        }
        let names = url.path.split(separator: "/")
        if names.last.map({ $0.hasSuffix(".html") || $0.hasSuffix(".htm") }) == true { return "the URL of a page" }
        return names.contains { [".", ".."].contains($0) } ? "a URL whose path has \".\" or \"..\"" : nil
    }

    /// Returns the URL of a file of the site. A file `index.html` has the URL of its folder.
    func address(of path: [String]) -> String {
        let names = path.last == "index.html" ? path.dropLast() + [""] : path[...]
        return address + PercentEncoding.encoded(path: Array(names))
    }

    /// Returns the absolute URL of an image.
    ///
    /// - Parameters:
    ///   - image: The URL, which may be relative to the page.
    ///   - page: The path components of the page.
    /// - Returns: nil if there is no image, if a page must not load it, or if it has no URL on the web.
    func image(_ image: String, on page: [String]) -> String? {
        guard let valid = SiteAddress.image(image) else { return nil }
        if SiteAddress.isWeb(valid) { return valid }
        guard SiteAddress.scheme(of: valid) == nil, !valid.contains("\\") else { return nil }
        if valid.hasPrefix("//") { return "\(address.prefix { $0 != ":" }):\(valid)" }
        if valid.hasPrefix("/") { return origin + Self.ascii(valid) }
        var names = page.dropLast().map { PercentEncoding.encoded($0) }
        for name in valid.split(separator: "/", omittingEmptySubsequences: false) {
            switch name {
            case ".": break
            // The image is above the sink's folder, so that its URL is unknown.
            case "..": if names.popLast() == nil { return nil }
            default: names.append(Self.ascii(String(name)))
            }
        }
        return address + names.joined(separator: "/")
    }

    /// The scheme and host of the site, without a slash at the end.
    private var origin: String {
        var url = URLReference(address)
        (url.path, url.query, url.fragment) = ("", nil, nil)
        return url.text
    }

    /// Returns a URL with percent-encoding for all characters outside of ASCII.
    private static func ascii(_ address: String) -> String {
        address.utf8.allSatisfy { $0 < 0x80 }
            ? address : address.unicodeScalars.map { $0.isASCII ? String($0) : PercentEncoding.encoded(String($0)) }.joined()
    }
}
