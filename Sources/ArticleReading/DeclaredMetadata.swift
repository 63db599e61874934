internal import HTMLParsing

/// Metadata that a page declares outside of its text: elements of its head, headings, microdata, dates.
struct DeclaredMetadata {
    /// The contents of `meta` by name in lower case, with colons for dots. A name may come several times.
    private var metas: [String: Meta] = [:]

    /// The contents of `meta` elements with one name.
    private struct Meta {
        /// The place in ``metaAttributes`` of the attribute with the name.
        let rank: Int
        var values: [String]
    }

    /// The contents of scripts with JSON-LD.
    private(set) var linkedData: [String] = []
    /// The values of microdata by property. Only the first ones are kept.
    private(set) var microdata: [String: [String]] = [:]
    /// The addresses of `link` by relation.
    private(set) var links: [String: String] = [:]
    private(set) var title: String?
    private(set) var headings: [String] = []
    /// Texts of elements that name the author by relation, and by class.
    private(set) var authorLinks: [String] = []
    private(set) var bylines: [String] = []
    /// The dates of `time` elements, and whether each is marked as that of publication or of a change.
    private(set) var times: [(date: String, isPublished: Bool, isModified: Bool)] = []
    /// Texts of elements whose class says that they are a date.
    private(set) var dateTexts: [String] = []
    private(set) var tagLinks: [String] = []
    private(set) var language: String?
    private(set) var direction: String?

    private let document: HTMLDocument
    private let bytes: [UInt8]

    /// How many values of a kind are kept, and the longest one in bytes. JSON-LD may be longer.
    private static let maximumValues = 20, maximumBytes = 4000, maximumBytesOfJSON = 2_000_000

    /// - Parameters:
    ///   - document: The page.
    ///   - tree: The visible nodes of its body.
    init(_ document: HTMLDocument, _ tree: PageTree) {
        self.document = document
        bytes = document.textBytes
        // Comments of readers have authors and dates of their own.
        let comments = Set(tree.nodes.lazy.filter { $0.traits.contains(.isInComments) }.map(\.node))
        let passed = comments.union(tree.timesInText)
        for node in document.elements(tags: [.html, .body, .meta, .link, .title, .script, .h1, .time], orWith: "itemprop")
        where !passed.contains(node) {
            read(node, document.tag(of: node))
        }
        for node in tree.nodes where node.traits.contains(.hasRelation) && !node.traits.contains(.isInComments) {
            readRelation(of: node.node)
        }
        readClasses(of: tree)
    }

    private mutating func read(_ node: HTMLNode, _ tag: HTMLTag) {
        switch tag {
        case .html, .body:
            language = language ?? attribute("lang", of: node) ?? attribute("xml:lang", of: node)
            direction = direction ?? attribute("dir", of: node)?.lowercased()
        case .meta: readMeta(node)
        case .link: readLink(node)
        case .title: if title == nil { title = text(of: node) }
        case .script: readScript(node)
        case .h1: if headings.count < Self.maximumValues, let text = text(of: node) { headings.append(text) }
        case .time: readTime(node)
        default: break
        }
        if let range = document.attributeRange("itemprop", of: node) {
            readMicrodata(String(decoding: bytes[range.prefix(Self.maximumBytes)], as: UTF8.self), node, tag)
        }
    }

    /// The attributes of `meta` that name its value, in the order of preference: RDFa's first.
    private static let metaAttributes = ["property", "name", "http-equiv"]

    private mutating func readMeta(_ node: HTMLNode) {
        guard let content = attribute("content", of: node) else { return }
        for (rank, attribute) in Self.metaAttributes.enumerated() {
            guard let names = self.attribute(attribute, of: node) else { continue }
            // A property may be a list of names.
            for name in names.utf8.split(whereSeparator: \.isFoldedSpace) {
                let key = String(decoding: name.map { $0 == UInt8(ascii: ".") ? UInt8(ascii: ":") : $0.asciiLowercased }, as: UTF8.self)
                if let known = metas[key], known.rank <= rank {
                    if known.rank == rank, known.values.count < Self.maximumValues { metas[key]?.values.append(content) }
                } else {
                    metas[key] = Meta(rank: rank, values: [content])
                }
            }
        }
    }

    /// The contents of `meta` with a name in small letters, and with colons for dots; nil without one.
    func values(_ name: String) -> [String]? { metas[name]?.values }

    private mutating func readLink(_ node: HTMLNode) {
        guard let relations = attribute("rel", of: node)?.lowercased(), let address = attribute("href", of: node) else { return }
        for relation in relations.split(separator: " ") where links[String(relation)] == nil { links[String(relation)] = address }
    }

    private mutating func readScript(_ node: HTMLNode) {
        guard let type = document.attributeRange("type", of: node), bytes.begins(with: "application/ld+json", bytes.trimmed(type)),
            linkedData.count < Self.maximumValues, let child = document.firstChild(of: node),
            document.textRange(of: child).count <= Self.maximumBytesOfJSON
        else { return }
        linkedData.append(document.text(of: child))
    }

    private mutating func readTime(_ node: HTMLNode) {
        guard times.count < Self.maximumValues, let date = attribute("datetime", of: node) ?? text(of: node) else { return }
        let property = attribute("itemprop", of: node)?.lowercased() ?? ""
        let name = attribute("class", of: node)?.lowercased() ?? ""
        times.append(
            (
                date, document.attributeRange("pubdate", of: node) != nil || property == "datepublished" || name.contains("publish"),
                property == "datemodified" || name.contains("updated") || name.contains("modified")
            ))
    }

    private mutating func readRelation(of node: HTMLNode) {
        guard let relations = attribute("rel", of: node)?.lowercased() else { return }
        for relation in relations.split(separator: " ") {
            if relation == "author", authorLinks.count < Self.maximumValues, let text = text(of: node) { authorLinks.append(text) }
            if relation == "tag", tagLinks.count < Self.maximumValues, let text = text(of: node) { tagLinks.append(text) }
        }
    }

    private mutating func readMicrodata(_ names: String, _ node: HTMLNode, _ tag: HTMLTag) {
        for name in names.lowercased().split(separator: " ") {
            guard Self.properties.contains(String(name)), microdata[String(name), default: []].count < Self.maximumValues else { continue }
            let value =
                switch tag {
                case _ where name == "author": self.name(of: node)
                case .meta: attribute("content", of: node)
                case .time: attribute("datetime", of: node) ?? text(of: node)
                case .link: attribute("href", of: node)
                default: attribute("content", of: node) ?? text(of: node)
                }
            if let value { microdata[String(name), default: []].append(value) }
        }
    }

    /// The name in the element of an author; without one its text.
    private func name(of author: HTMLNode) -> String? {
        if let content = attribute("content", of: author) { return content }
        let name = document.descendants(of: author).prefix(Self.maximumNodes).first { node in
            document.attributeRange("itemprop", of: node).map { bytes.matches("name", bytes.trimmed($0)) } == true
        }
        return name.flatMap { attribute("content", of: $0) ?? text(of: $0) } ?? text(of: author)
    }

    private static let properties: Set = [
        "headline", "author", "datepublished", "datemodified", "keywords", "description", "inlanguage",
    ]

    /// The longest text that is a date, in bytes.
    private static let maximumBytesOfDate = 60

    /// Reads the elements whose class or identifier says that they name the author or the date.
    private mutating func readClasses(of tree: PageTree) {
        for index in tree.nodes.indices {
            let words = tree.nodes[index].words
            guard !words.isDisjoint(with: [.byline, .date]), !tree.nodes[index].traits.contains(.isInComments) else { continue }
            if words.contains(.byline), bylines.count < Self.maximumValues {
                let text = tree.text(of: Int32(index), limit: Self.maximumBytes)
                if !text.isEmpty, text.count < Self.maximumBytesOfByline { bylines.append(String(decoding: text, as: UTF8.self)) }
            }
            if words.contains(.date), dateTexts.count < Self.maximumValues {
                let text = tree.text(of: Int32(index), limit: Self.maximumBytesOfDate)
                if !text.isEmpty, text.count < Self.maximumBytesOfDate { dateTexts.append(String(decoding: text, as: UTF8.self)) }
            }
        }
    }

    /// A line with an author has fewer characters.
    static let mostCharactersOfByline = 100
    private static let maximumBytesOfByline = 200

    // MARK: Values

    /// An attribute without white space around it; nil if it is empty or too long.
    private func attribute(_ name: String, of node: HTMLNode) -> String? {
        guard let range = document.attributeRange(name, of: node).map(bytes.trimmed), !range.isEmpty, range.count <= Self.maximumBytes
        else {
            return nil
        }
        return String(decoding: bytes[range], as: UTF8.self)
    }

    /// How many nodes are looked at for the text of an element.
    private static let maximumNodes = 200

    /// The words of an element with blanks between them; nil if it has none, or too many.
    private func text(of node: HTMLNode) -> String? {
        var text: [UInt8] = []
        var isSpaceOpen = false
        for child in document.descendants(of: node).prefix(Self.maximumNodes) where document.kind(of: child) == .text {
            for byte in bytes[document.textRange(of: child)].prefix(Self.maximumBytes) {
                if byte.isFoldedSpace {
                    isSpaceOpen = true
                    continue
                }
                if isSpaceOpen, !text.isEmpty { text.append(0x20) }
                isSpaceOpen = false
                text.append(byte)
            }
            if text.count > Self.maximumBytes { return nil }
        }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }
}

extension PageTree {
    /// A paragraph with at least this many characters is part of the text, and no line about it.
    private static let charactersOfText: Int32 = 160

    /// The `time` elements that are dates within the text: those after the first long paragraph. Those in a header, in a footer or in an
    /// element whose class names a date or byline are about the text, and so are left out here.
    fileprivate var timesInText: [HTMLNode] {
        var characters = nodes.map(\.characters)
        for index in nodes.indices.dropFirst().reversed() { characters[Int(nodes[index].parent)] &+= characters[index] }
        guard let start = nodes.indices.first(where: { nodes[$0].tag == .p && characters[$0] >= Self.charactersOfText }) else { return [] }
        var times: [HTMLNode] = []
        var tellsOfText = [Bool](repeating: false, count: nodes.count)
        for index in nodes.indices.dropFirst() {
            let node = nodes[index]
            let isMarked = node.tag == .header || node.tag == .footer || !node.words.isDisjoint(with: [.date, .byline])
            tellsOfText[index] = isMarked || tellsOfText[Int(node.parent)]
            if index > start, node.tag == .time, !tellsOfText[index] { times.append(node.node) }
        }
        return times
    }
}
