internal import Pipeline

/// A file about a site as a whole that is not a list of its pages for readers.
enum SiteFileName: String, CaseIterable, Sendable {
    case sitemap = "sitemap.xml"
    case atom = "feed.xml"
    case jsonFeed = "feed.json"
    case notFound = "404.html"
    case robots = "robots.txt"

    /// The files that a site has unless the option `files` names others. `robots.txt` counts only at the root of a host.
    static let usual: [SiteFileName] = [.sitemap, .atom, .jsonFeed, .notFound]

    /// The path components relative to the sink's folder.
    var path: [String] { [rawValue] }

    /// What messages call the file.
    var kind: String {
        switch self {
        case .sitemap: "sitemap"
        case .atom, .jsonFeed: "feed"
        case .notFound: "page"
        case .robots: "robots.txt"
        }
    }

    /// The media type of a feed.
    var mediaType: String? {
        switch self {
        case .atom: "application/atom+xml"
        case .jsonFeed: "application/feed+json"
        case .sitemap, .notFound, .robots: nil
        }
    }

    private static let remark = "This file was made by tabpipe, and will be made anew."

    /// The first bytes of the file, by which a later run recognises it.
    var mark: String {
        switch self {
        case .sitemap, .atom: "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- \(Self.remark) -->\n"
        case .jsonFeed: #"{"_tabpipe":{"about":"\#(Self.remark)"},"#
        case .notFound: String(decoding: PageShell.mark, as: UTF8.self)
        case .robots: "# \(Self.remark)\n"
        }
    }

    /// The file as one of the folder's marked files.
    var marked: MarkedFile { marked(at: path) }

    /// A file of the same kind at another path.
    func marked(at path: [String]) -> MarkedFile {
        MarkedFile(path: path, mark: Array(mark.utf8), kind: kind, remedy: "leave \(rawValue) out of the sink's option files")
    }
}
