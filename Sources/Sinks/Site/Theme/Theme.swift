internal import HTMLParsing
internal import Pipeline
internal import WebAddresses

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The look of a site: the option `theme`.
struct Theme: Sendable {
    /// The rules of the theme, which follow those of the page; empty if the theme has none.
    let style: String
    /// The rules of the theme for colors and fonts, which are a part of ``style``.
    let palette: String
    /// The `data:` URL of the logo; nil if there is none.
    let logo: String?
    /// The `data:` URL of the icon.
    let icon: String
    let header: ThemeSection?
    let footer: ThemeSection?

    /// The look without the option.
    static let usual = Theme()

    private static let maxMarkup = 256 << 10
    private static let maxStyle = 1 << 20
    private static let maxImage = 64 << 10

    private init() {
        style = ""
        palette = ""
        logo = nil
        icon = ThemeImage.usualIcon
        header = nil
        footer = nil
    }

    /// Reads the option `theme` of a step.
    static func read(_ options: inout OptionReader) -> Theme {
        options.readIfPresent(
            "theme", .either(.objectInFile { Theme(&$0) }, { $0 }, object: { Theme(&$0) }),
            help: "The look of the pages: the path of a JSON file with these options, or the options themselves. Paths are relative to the "
                + "file in which they stand.") ?? usual
    }

    private init(_ options: inout OptionReader) {
        let colors = options.readIfPresent(
            "colors", .object { ThemeColors(&$0) }, help: "The colors in both schemes; each that is missing keeps its default.")
        let fonts = options.readIfPresent(
            "font", .list(of: .string),
            help: "The names of fonts in the order of preference. They have to be installed, because pages load nothing.")
        logo = Self.image("logo", help: "The logo above every page, as SVG, PNG, JPEG, WebP, GIF or AVIF of at most 64 KiB.", &options)
        icon =
            Self.image("icon", help: "The icon of the site in the browser, in the same formats.", &options) ?? ThemeImage.usualIcon
        header = Self.section("header", help: "HTML above every page. Relative links start at the sink's folder.", &options)
        footer = Self.section("footer", help: "HTML below every page.", &options)
        let own = options.readIfPresent(
            "style", .fileContent(limit: Self.maxStyle),
            help: "A style sheet that follows those of the pages. The policy of the pages lets it load images, but no fonts.")
        let font = fonts.map { FontStack.rule($0, &options) } ?? ""
        let sections = logo != nil || header != nil || footer != nil ? StyleFile.theme + "\n" : ""
        palette = (colors?.rules ?? "") + font
        style = sections + palette + (own.map { Self.style($0, &options) } ?? "")
    }

    private static func image(_ name: String, help: String, _ options: inout OptionReader) -> String? {
        guard let bytes = options.readIfPresent(name, .fileContent(limit: maxImage), help: help) else { return nil }
        let address = ThemeImage.address(of: bytes)
        if address == nil {
            options.report("expected an image as SVG, PNG, JPEG, WebP, GIF or AVIF, found a file of another format", option: name)
        }
        return address
    }

    private static func section(_ name: String, help: String, _ options: inout OptionReader) -> ThemeSection? {
        guard
            let bytes = options.readIfPresent(name, .fileContent(limit: maxMarkup), help: help + " Scripts, forms and styles are removed.")
        else {
            return nil
        }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            options.report("expected HTML in UTF-8, found a file in another encoding", option: name)
            return nil
        }
        return ThemeSection(bytes)
    }

    /// Returns a style sheet as a browser hashes it for the policy: with line feeds, and without U+FEFF. It is empty after the reader has
    /// reported a problem.
    private static func style(_ bytes: [UInt8], _ options: inout OptionReader) -> String {
        guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else {
            let found = bytes.contains(0) ? "a file with NUL" : "a file in another encoding"
            options.report("expected a style sheet in UTF-8, found \(found)", option: "style")
            return ""
        }
        let lines = text.replacing("\u{FEFF}", with: "").replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        if let end = lines.lowercased().firstRange(of: "</style") {
            let line = lines.lowercased()[..<end.lowerBound].split(separator: "\n", omittingEmptySubsequences: false).count
            options.report("expected a style sheet without \"</style\", found it in line \(line)", option: "style")
            return ""
        }
        return lines.hasSuffix("\n") ? lines : lines + "\n"
    }
}

/// The header or footer of a theme: HTML of the owner, sanitised like an article.
struct ThemeSection: Sendable {
    private let document: HTMLDocument
    /// The links and images with URLs relative to the sink's folder.
    private let relative: [(node: HTMLNode, attribute: String, address: String)]

    /// - Parameter bytes: HTML in UTF-8.
    init(_ bytes: [UInt8]) {
        var document = HTMLSanitizer(profile: .article, innerLinks: .leave).sanitized(HTMLDocument(parsing: bytes.span))
        // The page has these elements once, around its own content.
        for tag in [HTMLTag.main, .header, .footer, .h1] {
            for node in document.elements(tag: tag) { document.replaceWithBlock(node) }
        }
        let nodes = document.elements(tag: .a).map { ($0, "href") } + document.elements(tag: .img).map { ($0, "src") }
        relative = nodes.compactMap { node, attribute in
            guard let address = document.attribute(attribute, of: node), SiteAddress.isRelative(address) else { return nil }
            return (node, attribute, address)
        }
        self.document = document
    }

    /// Returns the HTML for a page.
    ///
    /// - Parameter start: The URL of the sink's folder relative to the page, or the absolute one; empty for a page in the folder itself.
    func document(linkedFrom start: String) -> HTMLDocument {
        if start.isEmpty { return document }
        var copy = document
        for link in relative { copy.setAttribute(link.attribute, to: start + link.address, of: link.node) }
        return copy
    }
}

/// The logo and the icon of a site, which pages carry as `data:` URLs.
private enum ThemeImage {
    /// The icon of a site without its own: lines of text on a card.
    static let usualIcon = address(
        ofSVG: """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3.5" fill="\(ColorRole.accent.light)"/>\
            <path d="M4 5h8M4 8h8M4 11h5" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/></svg>
            """)

    /// Returns the `data:` URL of an image; nil if the bytes have another format.
    static func address(of bytes: [UInt8]) -> String? {
        if let type = rasterType(bytes) { return "data:image/\(type);base64,\(Data(bytes).base64EncodedString())" }
        guard let text = String(validating: bytes, as: UTF8.self), text.prefix(4096).contains("<svg") else { return nil }
        return address(ofSVG: text)
    }

    /// A browser runs no scripts in images, not even in SVG.
    private static func address(ofSVG text: String) -> String { "data:image/svg+xml,\(PercentEncoding.encoded(text))" }

    /// The subtype of the media type of a raster image.
    private static func rasterType(_ bytes: [UInt8]) -> String? {
        func has(_ text: String, at offset: Int) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "png" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpeg" }
        if has("GIF8", at: 0) { return "gif" }
        if has("RIFF", at: 0), has("WEBP", at: 8) { return "webp" }
        return has("ftypavif", at: 4) ? "avif" : nil
    }
}

/// The fonts of a theme.
private enum FontStack {
    /// The generic names of CSS, which have no quotation marks.
    private static let generic: Set<String> = [
        "serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-serif", "ui-sans-serif", "ui-monospace", "ui-rounded",
        "-apple-system",
    ]

    /// Returns the rule for a list of names; empty after the reader has reported a problem.
    static func rule(_ names: [String], _ options: inout OptionReader) -> String {
        if names.isEmpty {
            options.report("expected at least one name of a font, found none", option: "font")
            return ""
        }
        for name in names where !isValid(name) {
            options.report(
                "expected the names of fonts, of letters, digits, spaces, \"-\" and \"_\", found \"\(name.printable)\"", option: "font")
            return ""
        }
        // Without a generic name at the end, a browser would take its own default.
        let all = names.contains(where: generic.contains) ? names : names + ["system-ui", "sans-serif"]
        return ":root { font-family: \(all.map { generic.contains($0) ? $0 : "\"\($0)\"" }.joined(separator: ", ")); }\n"
    }

    private static func isValid(_ name: String) -> Bool {
        let maxCharacters = 100
        return name.count <= maxCharacters && name.contains { $0.isLetter }
            && name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || $0.properties.numericType != nil || " -_".unicodeScalars.contains($0)
            }
    }
}
