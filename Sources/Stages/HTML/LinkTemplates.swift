internal import JSONParsing
internal import Pipeline
internal import WebAddresses

/// The options of ``LinkRewriting`` about new addresses.
struct LinkTemplates: Sendable {
    private let link: Template?
    let redirects: MarkedFile?

    init(options: inout OptionReader, to: PathTemplate) {
        link = options.readIfPresent(
            "link_as", .template,
            help:
                "The new address of a page, such as /{{.folder}}/: .path is the page's path in the sink's folder, .folder that of its folder, "
                + "and .name its name without the ending. Without it, the relative path from page to page.")
        let name = options.readIfPresent(
            "redirects", .string,
            help:
                "A file in the sink's folder that gets the old and new path of each page, as hosts such as Netlify and Cloudflare read it: "
                + "_redirects. It needs link_as.")
        redirects = name.map {
            MarkedFile(
                path: FolderIndex.path($0, option: "redirects", &options),
                mark: Array("# Redirects from old addresses, written by tabpipe.\n".utf8), kind: "list of redirects",
                remedy: "name another file in rewrite_links.redirects")
        }
        check(&options, to)
    }

    private func check(_ options: inout OptionReader, _ to: PathTemplate) {
        if let redirects {
            options.alsoWrites(to.path(of: redirects.path), option: "redirects")
            if link == nil { options.report("needs \"link_as\": a redirect leads to a path of the site", option: "redirects") }
        }
        guard let link else { return }
        do {
            let example = try Self.render(link, ["a", "a.md"])
            if try example == Self.render(link, ["b", "b.md"]) {
                options.report(
                    "expected a template with {{.path}}, {{.folder}} or {{.name}}, or all pages would have one address", option: "link_as")
            } else if redirects != nil, !example.hasPrefix("/") {
                options.report(
                    "expected a path from the root, such as /{{.folder}}/, because redirects lead to it",
                    option: "link_as")
            }
        } catch {
            options.report("fails for a page: \((error as? RecordError)?.reason ?? "\(error)")", option: "link_as")
        }
    }

    func address(of page: [String], from path: [String]) throws -> String {
        guard let link else { return PercentEncoding.shortestPath(from: path, to: page) }
        return try Self.render(link, page)
    }

    /// Reports pages that get the same address.
    func checkAddresses(of pages: [LinkedPage], _ report: LinkReport) throws {
        guard let link else { return }
        var known: [String: [String]] = [:]
        for page in pages {
            let address = try Self.render(link, page.path)
            if let other = known.updateValue(page.path, forKey: address) {
                report.noteClash("the new address \(address)", page.path, other)
            }
        }
    }

    private static func render(_ template: Template, _ page: [String]) throws -> String {
        let name = page.last ?? ""
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        let folder = PercentEncoding.encoded(path: page.dropLast())
        let members = [("path", PercentEncoding.encoded(path: page)), ("folder", folder), ("name", PercentEncoding.encoded(stem))]
        let address = try template.render(Record(.object(JSONObject(members.map { ($0, .string($1)) }))))
        // For a page at the top, `.folder` is empty. The two slashes that can result at the start would name a host.
        return folder.isEmpty ? Self.withSingleSlashes(address) : address
    }

    private static func withSingleSlashes(_ address: String) -> String {
        let start = address.firstRange(of: "://")?.upperBound ?? address.startIndex
        return address[start...].reduce(into: String(address[..<start])) { path, character in
            if character != "/" || path.last != "/" { path.append(character) }
        }
    }

    /// Writes an address so that it means the same as the destination of a link in Markdown, as an attribute of HTML, and in a line of text.
    static func write(_ address: String, to output: inout [UInt8]) {
        let bytes = Array(address.utf8)
        let isBalanced = hasBalancedParentheses(bytes)
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "&") where mayBeginReference(bytes, at: index): output += "&amp;".utf8
            case UInt8(ascii: "(") where isBalanced, UInt8(ascii: ")") where isBalanced: output.append(byte)
            case 0...0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"),
                UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "{")...UInt8(ascii: "}"):
                output += PercentEncoding.encoded(String(Unicode.Scalar(byte))).utf8
            default: output.append(byte)
            }
        }
    }

    private static func hasBalancedParentheses(_ bytes: [UInt8]) -> Bool {
        var depth = 0
        for byte in bytes where depth >= 0 {
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
        }
        return depth == 0
    }

    /// Whether a reader of HTML or Markdown could take an ampersand for the start of a character reference. No reader does so before a name
    /// and `=`.
    ///
    /// - SeeAlso: [HTML 13.2.5.73, named character reference state](https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state)
    private static func mayBeginReference(_ bytes: [UInt8], at ampersand: Int) -> Bool {
        let name = bytes[(ampersand + 1)...].prefix { byte in
            byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 26
        }
        return name.isEmpty || name.endIndex == bytes.count || bytes[name.endIndex] != UInt8(ascii: "=")
    }
}
