internal import HTMLParsing
internal import Pipeline

/// Converts the content of a post to the HTML that WordPress shows, without the theme and plug-ins.
struct WordPressContent {
    let index: WordPressIndex
    /// The identifier of the post.
    let post: String?
    /// Parts of the content that were not converted, such as shortcodes of plug-ins, as phrases for a warning.
    private(set) var remarks: Set<String> = []
    /// How many images the galleries of the content may still have. A short text could name one large gallery many times.
    private var imagesLeft = 10_000

    init(_ index: WordPressIndex, post: String?) {
        self.index = index
        self.post = post
    }

    /// Returns the content as HTML, from the block editor or from the classic editor.
    mutating func html(_ content: String) -> String {
        guard content.contains("<!-- wp:") else { return ParagraphWriter.html(expanded(content)) }
        var scanner = MarkupScanner(content)
        var output = ""
        var pending = ""
        var blocks = BlockNesting()
        while let token = scanner.next() {
            guard case .comment(let range) = token, let mark = BlockDelimiter(scanner.text(range)) else {
                add(token, of: scanner, blocks, to: &pending)
                continue
            }
            if blocks.isOutside, mark.kind != .end {
                // Text between blocks is of the classic editor.
                output += paragraphs(of: pending)
                pending = ""
            }
            blocks.take(mark)
            if mark.kind == .empty, !mark.isDivider { remarks.insert("the block \(mark.name), which has no content of its own") }
            if blocks.isOutside, mark.kind != .start {
                output += expanded(pending)
                pending = ""
            }
        }
        output += blocks.isOutside ? paragraphs(of: pending) : expanded(pending)
        return output.trimmingSpaces
    }

    private func add(_ token: MarkupScanner.Token, of scanner: MarkupScanner, _ blocks: BlockNesting, to pending: inout String) {
        switch token {
        case .text(let range):
            let text = scanner.text(range)
            let link = blocks.isInEmbed ? LoneURLLink.link(for: text.trimmingSpaces) : nil
            pending += link ?? text
        case .comment(let range):
            let comment = scanner.text(range)
            let isDivider = comment.hasPrefix("<!--more") || comment.hasPrefix("<!--nextpage")
            if !isDivider || blocks.isOutside { pending += comment }
        case .tag(let range, _, _), .verbatim(let range, _): pending += scanner.text(range)
        }
    }

    private mutating func paragraphs(of text: String) -> String {
        guard text.contains(where: { !$0.isWhitespace }) else { return text.isEmpty ? "" : "\n" }
        return ParagraphWriter.html(expanded(text)) + "\n"
    }

    /// Replaces the shortcodes of WordPress itself.
    private mutating func expanded(_ text: String) -> String {
        var missing = 0
        var left = imagesLeft
        defer { imagesLeft = left }
        let (result, unknown) = ShortcodeExpander.expand(text) { code in
            switch code.name {
            case "caption", "wp_caption": Self.caption(code)
            case "gallery": gallery(code, &missing, &left)
            case "code", "sourcecode": Self.code(code)
            case "embed": code.content.flatMap { LoneURLLink.link(for: $0.trimmingSpaces) }.map { "\n\n\($0)\n\n" }
            case "audio", "video": Self.player(code)
            default: nil
            }
        }
        for name in unknown { remarks.insert("the shortcode \(name), which stays as text") }
        if missing > 0 { remarks.insert("galleries with images that the export lacks, or with more than 10,000") }
        return result
    }

    /// A figure for an image with a caption: `[caption width="300" align="alignleft"]<img …> Text[/caption]`.
    private static func caption(_ code: Shortcode) -> String? {
        guard let content = code.content?.trimmingSpaces, !content.isEmpty else { return nil }
        var scanner = MarkupScanner(content)
        var isBehindImage = false
        var end = 0
        // The image, perhaps in a link, stands in front of the text.
        while let token = scanner.next() {
            guard case .tag(let range, let name, let isEnd) = token else {
                guard case .text(let range) = token, scanner.text(range).allSatisfy(\.isWhitespace) else { break }
                continue
            }
            if name == "a", isEnd == isBehindImage {
                end = range.upperBound
                if isEnd { break }
            } else if name == "img", !isBehindImage {
                isBehindImage = true
                end = range.upperBound
            } else {
                break
            }
        }
        guard isBehindImage else { return nil }
        let text = (scanner.text(end..<scanner.bytes.count).meaningful ?? code["caption"]) ?? ""
        let caption = text.isEmpty ? "" : "<figcaption>\(text)</figcaption>"
        return "<figure>\(scanner.text(0..<end))\(caption)</figure>"
    }

    /// Figures for the images of a gallery: those that it names, otherwise those that belong to the post.
    private func gallery(_ code: Shortcode, _ missing: inout Int, _ left: inout Int) -> String? {
        let named = (code["ids"] ?? code["include"])?.split(whereSeparator: { $0 == "," || $0.isWhitespace }).map(String.init)
        let excluded = Set(code["exclude"]?.split(separator: ",").map { $0.trimmingSpaces } ?? [])
        // All files of a post belong to it, also sounds and documents. Names of files without a known extension count as images.
        let ids = named ?? index.children[code["id"] ?? post ?? ""]?.filter { index.attachments[$0]?.isOtherFile == false } ?? []
        var figures = ""
        for id in left > 0 ? ids : [] where !excluded.contains(id) {
            guard let image = index.attachments[id], left > 0 else {
                missing += 1
                continue
            }
            left -= 1
            let alternative = Self.attribute(image.alternative ?? "")
            let caption = image.caption.map { "<figcaption>\($0)</figcaption>" } ?? ""
            figures += "<figure><img src=\"\(Self.attribute(image.url))\" alt=\"\(alternative)\">\(caption)</figure>\n"
        }
        if figures.isEmpty { missing += 1 }
        return figures.isEmpty ? nil : "<div class=\"gallery\">\n\(figures)</div>"
    }

    /// A block of code, in which HTML is text.
    private static func code(_ code: Shortcode) -> String? {
        guard let content = code.content else { return nil }
        let language = (code["language"] ?? code["lang"] ?? code.values.first)?.lowercased()
        let isName = language?.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "+#-".utf8.contains($0) } == true
        let mark = isName ? " class=\"language-\(language ?? "")\"" : ""
        // Character references stay, as an editor wrote them.
        let text = content.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        return "<pre><code\(mark)>\(text.trimmingLines)</code></pre>"
    }

    /// A player for a sound or film.
    private static func player(_ code: Shortcode) -> String? {
        let names = ["src", "mp3", "m4a", "ogg", "wav", "flac", "mp4", "m4v", "webm", "ogv"]
        guard let address = names.lazy.compactMap({ code[$0] }).first ?? code.content?.meaningful ?? code.values.first,
            address.contains("/"), !address.contains(where: \.isWhitespace)
        else { return nil }
        let poster = code["poster"].map { " poster=\"\(attribute($0))\"" } ?? ""
        return "<\(code.name) controls src=\"\(attribute(address))\"\(code.name == "video" ? poster : "")></\(code.name)>"
    }

    /// A value for an attribute. Character references stay, as an editor wrote them.
    private static func attribute(_ text: String) -> String {
        text.replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
    }
}

extension String {
    /// The text without blank lines at its start and end.
    fileprivate var trimmingLines: String {
        guard let start = firstIndex(where: { !$0.isNewline }), let end = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return start <= end ? String(self[start...end]) : ""
    }
}

/// A comment that begins or ends a block of the block editor.
///
/// - SeeAlso: [Markup representation of a block](https://developer.wordpress.org/block-editor/getting-started/fundamentals/markup-representation-block/)
struct BlockDelimiter: Equatable {
    enum Kind { case start, end, empty }

    let name: String
    let kind: Kind

    /// Whether the block only divides the content.
    var isDivider: Bool { ["more", "nextpage", "separator", "spacer"].contains(name) }

    /// - Parameter comment: A comment with its delimiters.
    /// - Returns: nil for another comment.
    init?(_ comment: String) {
        var text = comment.dropFirst(4).dropLast(3).trimmingSpaces[...]
        let isEnd = text.hasPrefix("/wp:")
        guard isEnd || text.hasPrefix("wp:") else { return nil }
        text = text.dropFirst(isEnd ? 4 : 3)
        let name = text.prefix { !$0.isWhitespace && $0 != "{" }
        guard !name.isEmpty else { return nil }
        self.name = name.hasPrefix("core/") ? String(name.dropFirst(5)) : String(name)
        kind = isEnd ? .end : text.hasSuffix("/") ? .empty : .start
    }
}

/// The nesting of blocks at the current position in a content.
struct BlockNesting {
    private var depth = 0
    /// The depth of the outermost block that embeds something; nil outside of any.
    private var embedDepth: Int?

    var isOutside: Bool { depth == 0 }
    var isInEmbed: Bool { embedDepth != nil }

    mutating func take(_ mark: BlockDelimiter) {
        switch mark.kind {
        case .empty: break
        case .start:
            depth += 1
            if embedDepth == nil, mark.name == "embed" || mark.name.hasPrefix("core-embed/") { embedDepth = depth }
        case .end:
            depth = max(0, depth - 1)
            if let embed = embedDepth, depth < embed { embedDepth = nil }
        }
    }
}
