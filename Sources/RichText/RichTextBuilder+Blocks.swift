internal import HTMLParsing

/// Blocks that several dialects have.
extension RichTextBuilder {
    /// Appends a heading; levels beyond 6 are 6.
    mutating func addHeading(_ level: Int, to parent: HTMLNode) -> HTMLNode {
        let tags: [HTMLTag] = [.h1, .h2, .h3, .h4, .h5, .h6]
        return add(tags[min(max(level, 1), 6) - 1], to: parent)
    }

    /// Appends a block of code.
    mutating func addCode(_ code: String, language: String?, to parent: HTMLNode) {
        let name = language?.split(separator: " ").first.map { $0.lowercased() } ?? ""
        let isNamed = !name.isEmpty && name != "plain" && name != "plaintext"
        let element = add(.code, isNamed ? [("class", "language-\(name)")] : [], to: add(.pre, to: parent))
        addRaw(code, to: element)
    }

    /// Appends the TeX of a formula, as the writers of Markdown find it.
    mutating func addFormula(_ tex: String, isBlock: Bool, to parent: HTMLNode) {
        if tex.isEmpty { return }
        let (tag, kind, open, close) = isBlock ? (HTMLTag.div, "display", "\\[", "\\]") : (.span, "inline", "\\(", "\\)")
        add("\(open)\(tex)\(close)", to: add(tag, [("class", "math \(kind)")], to: parent))
    }

    /// Appends a list.
    mutating func addList(isOrdered: Bool, start: Int? = nil, to parent: HTMLNode) -> HTMLNode {
        let attributes = isOrdered ? start.map { $0 == 1 ? [] : [("start", String($0))] } ?? [] : []
        return add(isOrdered ? .ol : .ul, attributes, to: parent)
    }

    /// Appends the box of a task to its list item.
    mutating func addBox(isChecked: Bool, to item: HTMLNode) {
        add(.input, [("type", "checkbox")] + (isChecked ? [("checked", "")] : []) + [("disabled", "")], to: item)
        addRaw(" ", to: item)
    }

    /// The element that a list inside of a list belongs to: the item in front of it, or a new one.
    mutating func itemForNested(in list: HTMLNode) -> HTMLNode {
        if let last = document.lastChild(of: list), document.isHTML(last, .li) { return last }
        return add(.li, to: list)
    }

    /// Puts the rows of a table into `thead` and `tbody`: header rows are those of the start whose cells are all headers.
    mutating func finishTable(_ table: HTMLNode) {
        let rows = document.children(of: table).filter { document.isHTML($0, .tr) }
        var isHead = true
        var section: HTMLNode?
        for row in rows {
            let cells = Array(document.children(of: row))
            let isHeadRow = isHead && !cells.isEmpty && cells.allSatisfy { document.isHTML($0, .th) }
            if section == nil || isHead != isHeadRow { section = add(isHeadRow ? .thead : .tbody, to: table) }
            isHead = isHeadRow
            if let section { document.append(row, to: section) }
        }
    }

    /// The kind of a file, which decides on its element.
    enum MediaKind: Equatable {
        case image, video, audio, file
        /// A page in a frame, such as a player.
        case frame

        /// The kind by a media type; a file if there is none.
        init(type: String?) {
            switch type?.prefix(while: { $0 != "/" }).lowercased() {
            case "image": self = .image
            case "video": self = .video
            case "audio": self = .audio
            default: self = .file
            }
        }

        /// The kind by a media type; without one by the extension of the address. An address without an extension is that of an image.
        init(type: String?, orAddress address: String) {
            if let type, !type.isEmpty {
                self.init(type: type)
                return
            }
            let name = address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? ""
            guard let dot = name.lastIndex(of: ".") else {
                self = .image
                return
            }
            switch name[name.index(after: dot)...].lowercased() {
            case "mp4", "m4v", "mov", "webm", "ogv", "avi", "mkv": self = .video
            case "mp3", "m4a", "ogg", "oga", "opus", "wav", "flac", "aac": self = .audio
            case "jpg", "jpeg", "jpe", "jfif", "png", "apng", "gif", "webp", "avif", "svg", "bmp", "tif", "tiff", "ico", "heic", "heif",
                "jxl":
                self = .image
            case let end where (1...5).contains(end.utf8.count) && end.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 }:
                self = .file
            default: self = .image
            }
        }
    }

    /// The title, the size and the link of a file's element.
    struct MediaAttributes {
        /// The alternative text of an image, or the title of another file.
        var title: String?
        var width: Int?
        var height: Int?
        /// The address that a click on it opens.
        var link: String?
    }

    /// Appends an image, a video or another file as a block.
    ///
    /// - Returns: The figure, for a caption.
    @discardableResult
    mutating func addFigure(_ media: MediaKind, _ address: String, _ text: MediaAttributes = MediaAttributes(), to parent: HTMLNode)
        -> HTMLNode
    {
        let figure = add(.figure, to: parent)
        addMedia(media, address, text, to: figure)
        return figure
    }

    /// Appends the element of a file.
    mutating func addMedia(_ media: MediaKind, _ address: String, _ text: MediaAttributes = MediaAttributes(), to parent: HTMLNode) {
        var parent = parent
        if let link = text.link, !link.isEmpty { parent = add(.a, [("href", link)], to: parent) }
        var size: [(String, String)] = []
        if let width = text.width, width > 0 { size.append(("width", String(width))) }
        if let height = text.height, height > 0 { size.append(("height", String(height))) }
        let title = text.title.map { $0.isEmpty ? [] : [("title", $0)] } ?? []
        switch media {
        case .image: add(.img, [("src", address), ("alt", text.title ?? "")] + size, to: parent)
        case .video: add(.video, [("src", address)] + title + size + [("controls", "")], to: parent)
        case .audio: add(.audio, [("src", address)] + title + [("controls", "")], to: parent)
        case .frame: add(.iframe, [("src", address)] + title + size, to: parent)
        case .file: add(text.title.flatMap { $0.isEmpty ? nil : $0 } ?? address, [.link(address)], to: parent)
        }
    }

    /// Appends a caption of plain text to a figure.
    mutating func addCaption(_ caption: String?, to figure: HTMLNode) {
        guard let caption, !caption.allSatisfy(\.isWhitespace) else { return }
        add(caption, to: add(.figcaption, to: figure))
    }

    /// Appends a link with the nodes in it. One without content shows its title, or its address.
    mutating func addLink(_ address: String, titled title: String?, of nodes: [RichTextNode], to parent: HTMLNode) throws {
        let link = add(.a, [("href", address)], to: parent)
        try append(nodes, to: link)
        if document.firstChild(of: link) == nil { add(title.flatMap { $0.isEmpty ? nil : $0 } ?? address, to: link) }
    }

    /// Appends a paragraph with a link.
    mutating func addLinkBlock(_ address: String, _ text: String?, to parent: HTMLNode) {
        let paragraph = add(.p, to: parent)
        add(text.flatMap { $0.isEmpty ? nil : $0 } ?? address, [.link(address)], to: paragraph)
    }

    /// Finds the target of a reference, and counts it as unknown if there is none.
    mutating func target(_ kind: String, _ id: String?, of type: String) -> RichTextTarget? {
        if let id, let target = resolve(RichTextReference(kind: kind, id: id)) { return target }
        note(unknown: type)
        return nil
    }
}
