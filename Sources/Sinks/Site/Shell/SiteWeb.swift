internal import Pipeline

/// The options of a site that is published on the web.
struct SiteWeb: Sendable {
    let base: SiteBase
    /// The name of the publisher; nil for the heading of the index.
    let publisher: String?
    /// The files about the site as a whole.
    let files: [SiteFileName]

    /// Reads the options of a step; nil without `base_url`.
    init?(_ options: inout OptionReader) {
        let address = options.optionalString(
            "base_url",
            help:
                "The URL of the sink's folder on the web. With it, pages name their canonical URL and have social cards, and the site has "
                + "a sitemap, feeds and a page for missing ones.")
        publisher = options.optionalString(
            "publisher", help: "The name of the publisher in feeds and social cards; the default is the heading of the index.")
        let names = options.optionalStrings(
            "files",
            help: "The files of a site with base_url, of \(Self.list(SiteFileName.allCases)); the default is all but robots.txt.")
        files = names.map { Self.files($0, &options) } ?? SiteFileName.usual
        guard let address else {
            for (name, isGiven) in [("files", names != nil), ("publisher", publisher != nil)] where isGiven {
                options.report("\(name) is only for a site with base_url", option: name)
            }
            return nil
        }
        if let fault = SiteBase.fault(of: address) {
            options.report(
                "expected the URL of the sink's folder, such as \"https://www.example.org/studies/\", found \(fault)", option: "base_url")
        }
        if let publisher, publisher.allSatisfy(\.isWhitespace) {
            options.report("expected a name, found \"\(publisher.printable)\"", option: "publisher")
        }
        base = SiteBase(address)
    }

    private static func files(_ names: [String], _ options: inout OptionReader) -> [SiteFileName] {
        var files: [SiteFileName] = []
        for name in names {
            guard let file = SiteFileName(rawValue: name) else {
                let near = DidYouMean.hint(for: name, in: SiteFileName.allCases.map(\.rawValue))
                options.report("expected some of \(list(SiteFileName.allCases)), found \"\(name.printable)\"\(near)", option: "files")
                continue
            }
            if files.contains(file) {
                options.report("expected each file once, found \"\(name)\" twice", option: "files")
            } else {
                files.append(file)
            }
        }
        return files
    }

    private static func list(_ files: [SiteFileName]) -> String { files.map(\.rawValue).joined(separator: ", ") }
}
