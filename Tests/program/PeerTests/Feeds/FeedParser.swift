import Foundation
import TestSupport
import Testing

/// Python's parsers of feeds and XML, as strangers that read what a site writes.
///
/// `TABPIPE_FEED_PYTHON` names the Python that has the package feedparser; without it, `python3` is tried.
enum FeedParser {
    private static let python = InstalledProgram.python("TABPIPE_FEED_PYTHON")

    static let reasonForSkipping: Comment = "needs Python's package feedparser"

    /// Whether Python and the package feedparser are installed.
    static let isAvailable = InstalledProgram.hasPythonModule("feedparser", variable: "TABPIPE_FEED_PYTHON")

    /// What feedparser reads: a line for the feed, and one for each entry. The first line says whether the feed is well-formed.
    private static let feed = """
        import feedparser, sys
        feed = feedparser.parse(open(sys.argv[1], "rb").read(), sanitize_html=False)
        print(feed.version, feed.bozo, feed.feed.title, feed.feed.id, feed.feed.updated, feed.feed.author, feed.feed.language,
              *[link.rel + " " + link.type + " " + link.href for link in feed.feed.links], sep="|")
        for entry in feed.entries:
            print(entry.id, entry.title, entry.link, entry.published, entry.updated, entry.get("summary"),
                  entry.published_parsed is not None, sep="|")
        """

    /// The rules of the sitemap's schema: names, order, number, and form of the elements.
    private static let sitemap = #"""
        import re, sys, xml.etree.ElementTree as tree
        ns = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
        root = tree.parse(sys.argv[1]).getroot()
        assert root.tag in (ns + "urlset", ns + "sitemapindex"), root.tag
        inner = ns + ("url" if root.tag == ns + "urlset" else "sitemap")
        assert 1 <= len(root) <= 50000
        for child in root:
            assert child.tag == inner, child.tag
            assert [part.tag for part in child] in ([ns + "loc"], [ns + "loc", ns + "lastmod"])
            loc = child[0].text
            assert 12 <= len(loc) <= 2048 and re.fullmatch(r"https?://[!-~]+", loc), loc
            day, time = r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", r"T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(Z|[+-]\d\d:\d\d)"
            assert len(child) == 1 or re.fullmatch(f"{day}({time})?", child[1].text), child[1].text
            print(*[part.text for part in child])
        """#

    /// The lines that feedparser gives for a feed.
    static func lines(of file: URL) async throws -> [String] { try await run(feed, file) }

    /// The URLs of a sitemap and their dates; the first fault as the last line if the schema forbids it.
    static func pages(ofSitemap file: URL) async throws -> [String] { try await run(sitemap, file) }

    private static func run(_ script: String, _ file: URL) async throws -> [String] {
        try await ChildProcess.permits.withPermit {
            let folder = try ScratchFolder()
            let output = try folder.write("", to: "output")
            let process = try ChildProcess("/usr/bin/env", [python, "-c", script, file.path]) { process in
                let file = FileHandle(forWritingAtPath: output)
                process.standardOutput = file
                process.standardError = file
                process.environment = ProcessInfo.processInfo.environment.merging(["PYTHONIOENCODING": "utf-8"]) { $1 }
                return [file]
            }
            _ = await process.exit()
            return try folder.read("output").split(separator: "\n").map(String.init)
        }
    }
}
