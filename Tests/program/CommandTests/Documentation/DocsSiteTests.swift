import Foundation
import HTMLParsing
import MarkdownParsing
import ProgramSupport
import TestSupport
import Testing

@Suite("The documentation as a site") struct DocsSiteTests: ~Copyable {
    private let folder: ScratchFolder
    private let outcome: Program.Outcome
    /// The paths of all files of the site.
    private let files: [String]

    init() async throws {
        let folder = try ScratchFolder()
        outcome = try await Program.run([
            "run", "pipelines/docs-site.json", "--set", "to=\(folder.path)/site/{{.page}}.html", "--set",
            "pictures=\(Program.root.path)/pipelines/",
        ])
        files = (FileManager.default.subpaths(atPath: folder.file("site").path) ?? []).sorted()
        self.folder = folder
    }

    private var pages: [String] { files.filter { $0.hasSuffix(".html") } }

    private func page(_ path: String) throws -> HTMLDocument { HTMLDocument(parsing: try folder.read("site/\(path)")) }

    /// The values of an attribute, in order.
    private static func values(_ name: String, in document: HTMLDocument) -> [String] {
        Array(document.descendants(of: document.root)).compactMap { document.attribute(name, of: $0) }
    }

    /// Returns the path of the file that a link leads to, and its fragment; nil for a link to another host.
    private static func target(of link: String, from path: String) -> (path: String, fragment: String?)? {
        if link.contains(":") { return nil }
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let fragment = parts.count > 1 ? parts[1].removingPercentEncoding : nil
        if parts[0].isEmpty { return (path, fragment) }
        let start = URL(fileURLWithPath: "/site/" + path)
        let file = URL(fileURLWithPath: parts[0].removingPercentEncoding ?? parts[0], relativeTo: start).standardizedFileURL.path
        return (file.hasPrefix("/site/") ? String(file.dropFirst(6)) : file, fragment)
    }

    @Test("has a page and Markdown for each document, and no warnings") func complete() throws {
        #expect(outcome.code == 0 && !outcome.messages.contains("warning"), "\(outcome.messages)")
        for document in DocumentPage.paths + ["ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"] {
            #expect(files.contains(document), "\(document)")
            #expect(files.contains("\(document.dropLast(3)).html"), "\(document)")
        }
        #expect(files.contains("index.html") && files.contains("llms.txt"))
    }

    @Test("has pages with a title of their own, one main heading and no ID twice") func headings() throws {
        var titles: Set<String> = []
        for path in pages where path != "index.html" {
            let page = try page(path)
            let title = page.elements(tag: .title).first.map { page.textContent(of: $0) } ?? ""
            #expect(!title.isEmpty && titles.insert(title).inserted, "\(path): \(title)")
            #expect(page.elements(tag: .h1).count == 1, "\(path)")
            let ids = Self.values("id", in: page)
            #expect(ids.count == Set(ids).count, "\(path)")
        }
    }

    @Test("has links and pictures that lead somewhere, and names no place that is not there") func links() throws {
        var ids: [String: Set<String>] = [:]
        for path in pages { ids[path] = Set(Self.values("id", in: try page(path))) }
        var fragments = 0
        for path in pages {
            let page = try page(path)
            for link in Self.values("href", in: page) + Self.values("src", in: page) where !link.hasPrefix("data:") {
                guard let (target, fragment) = Self.target(of: link, from: path) else { continue }
                let isThere = target.hasPrefix("/") ? FileManager.default.fileExists(atPath: target) : files.contains(target)
                #expect(isThere, "\(path): \(link)")
                guard let fragment, target.hasSuffix(".html") else { continue }
                fragments += 1
                #expect(ids[target]?.contains(fragment) == true, "\(path): \(link)")
            }
        }
        #expect(fragments > 300)
    }

    @Test("has Markdown whose links lead to Markdown") func markdown() throws {
        var anchors: [String: Set<String>] = [:]
        for path in files where path.hasSuffix(".md") {
            let page = try page(path.dropLast(3) + ".html")
            anchors[path] = Set(Self.values("id", in: page))
        }
        for path in anchors.keys {
            let document = HTMLDocument(parsingMarkdown: try folder.read("site/\(path)"))
            for link in document.elements(tag: .a).compactMap({ document.attribute("href", of: $0) }) {
                guard let (target, fragment) = Self.target(of: link, from: path) else { continue }
                let known = anchors[target]
                #expect(known != nil, "\(path): \(link)")
                if let fragment { #expect(known?.contains("m-" + fragment) == true, "\(path): \(link)") }
            }
        }
    }

    @Test("lists all Markdown in llms.txt, each with what it is about") func list() throws {
        let list = HTMLDocument(parsingMarkdown: try folder.read("site/llms.txt"))
        let links = list.elements(tag: .a).compactMap { list.attribute("href", of: $0) }
        #expect(links.sorted() == files.filter { $0.hasSuffix(".md") })
        for item in list.elements(tag: .li) { #expect(list.textContent(of: item).contains(": "), "\(list.textContent(of: item))") }
    }
}
