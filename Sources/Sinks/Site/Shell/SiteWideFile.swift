internal import Pipeline

/// A file about a whole site, such as its sitemap or a feed.
enum SiteWideFile: String, CaseIterable, Sendable {
    case sitemap = "sitemap.xml"
    case atom = "feed.xml"
    case jsonFeed = "feed.json"
    case notFound = "404.html"
    case robots = "robots.txt"
    case llms = "llms.txt"

    /// The files that a site with base_url has unless the option `files` names others. `robots.txt` counts only at the root of a host.
    private static let usual: [SiteWideFile] = [.sitemap, .atom, .jsonFeed, .notFound]

    /// Whether the file needs the URL of the site.
    private var needsBase: Bool { self != .llms }

    /// Reads the option `files`.
    ///
    /// - Parameter isOnWeb: Whether the site has a `base_url`.
    static func read(_ options: inout OptionReader, isOnWeb: Bool) -> [SiteWideFile] {
        let names = options.readIfPresent(
            "files", .list(of: .string),
            help:
                "The files about the site as a whole, of \(list(allCases)); the default with base_url is all but robots.txt and llms.txt. "
                + "All but llms.txt need base_url.")
        guard let names else { return isOnWeb ? usual : [] }
        var files: [SiteWideFile] = []
        for name in names {
            guard let file = SiteWideFile(rawValue: name) else {
                let near = DidYouMean.hint(for: name, in: allCases.map(\.rawValue))
                options.report("expected some of \(list(allCases)), found \"\(name.printable)\"\(near)", option: "files")
                continue
            }
            if files.contains(file) {
                options.report("expected each file once, found \"\(name)\" twice", option: "files")
            } else if file.needsBase, !isOnWeb {
                options.report("\(name) is only for a site with base_url", option: "files")
            } else {
                files.append(file)
            }
        }
        return files
    }

    private static func list(_ files: [SiteWideFile]) -> String { files.map(\.rawValue).joined(separator: ", ") }

    /// The path components relative to the sink's folder.
    var path: [String] { [rawValue] }

    /// The noun for the file in messages.
    var kind: String {
        switch self {
        case .sitemap: "sitemap"
        case .atom, .jsonFeed: "feed"
        case .notFound: "page"
        case .robots, .llms: rawValue
        }
    }

    /// The media type of a feed.
    var mediaType: String? {
        switch self {
        case .atom: "application/atom+xml"
        case .jsonFeed: "application/feed+json"
        case .sitemap, .notFound, .robots, .llms: nil
        }
    }

    /// The number of bytes at the beginning of `llms.txt` that hold the mark.
    private static let reach = 64 << 10
    private static let remark = "This file was made by tabpipe, and will be made anew."

    /// The bytes by which a later run recognises the file. They come first, except in `llms.txt`, which begins with its heading.
    var mark: String {
        switch self {
        case .sitemap, .atom: "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- \(Self.remark) -->\n"
        case .jsonFeed: #"{"_tabpipe":{"about":"\#(Self.remark)"},"#
        case .notFound: String(decoding: PageShell.mark, as: UTF8.self)
        case .robots: "# \(Self.remark)\n"
        case .llms: "<!-- \(Self.remark) -->\n"
        }
    }

    /// The file with its mark, for the folder.
    var marked: MarkedFile { marked(at: path) }

    /// A file of the same kind at another path.
    func marked(at path: [String]) -> MarkedFile {
        MarkedFile(
            path: path, mark: Array(mark.utf8), within: self == .llms ? Self.reach : nil, kind: kind,
            remedy: "leave \(rawValue) out of the sink's option files")
    }
}
