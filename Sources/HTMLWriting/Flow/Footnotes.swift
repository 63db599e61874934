internal import HTMLParsing

/// The footnotes of a document: references and notes that link to each other.
///
/// Pandoc, Hugo, cmark-gfm and WordPress write a raised link for a reference, and a list of notes with links back. A list is one of
/// footnotes only if each of its items is a note that a reference names, and that leads back to this reference.
struct Footnotes: HTMLVisitor {
    /// The number of each reference, by the outermost element that holds nothing but the reference.
    private(set) var references: [HTMLNode: Int] = [:]
    /// The number of each note, by its item.
    private(set) var notes: [HTMLNode: Int] = [:]
    /// The lists of notes.
    private(set) var lists: Set<HTMLNode> = []
    /// The links back with the arrows before them, and the rules above the lists: nothing is written for them.
    private(set) var dropped: Set<HTMLNode> = []

    var isEmpty: Bool { notes.isEmpty }

    private let document: HTMLDocument
    private let bytes: [UInt8]
    private let visibility: HTMLVisibility
    private var found: [Reference] = []
    private var candidates: [[Note]] = []
    /// The list of the open note, and the index of the note in it.
    private var open: (list: HTMLNode, note: Int)?
    /// The number of open elements in which no note can stand: lists, quotes, tables.
    private var enclosing = 0

    private struct Reference {
        let node: HTMLNode
        /// The IDs to which a note can lead back.
        let ids: [String]
        let target: String
    }

    private struct Note {
        let node: HTMLNode
        let id: String
        var links: [(node: HTMLNode, target: String)] = []
    }

    /// Looks for footnotes below a node.
    ///
    /// - Parameter isWanted: Whether the options allow footnotes; if false, none are found.
    init(of document: HTMLDocument, below node: HTMLNode?, bytes: [UInt8], visibility: HTMLVisibility, isWanted: Bool) {
        (self.document, self.bytes, self.visibility) = (document, bytes, visibility)
        guard isWanted, document.mayHaveElement(.ol), document.mayHaveElement(.a), document.mayHaveElement(.sup) else { return }
        document.walk(node ?? document.root, &self)
        match()
    }

    mutating func enter(_ node: HTMLNode) -> Bool {
        guard document.kind(of: node) == .element else { return document.kind(of: node) != .text }
        guard document.namespace(of: node) == .html else { return false }
        let style = HTMLInlineStyle(of: node, in: document, bytes: bytes)
        if HiddenContent.hides(node, in: document, style: style, visibility: visibility) {
            // A hidden note keeps its number.
            if document.isHTML(node, .li), let list = open?.list, document.parent(of: node) == list { open?.note += 1 }
            return false
        }
        switch document.tag(of: node) {
        case .pre, .listing, .xmp, .plaintext, .code, .tt, .samp, .kbd: return false
        case .a: read(link: node)
        case .ol where enclosing == 0 && open == nil:
            if let notes = notes(in: node) {
                candidates.append(notes)
                open = (node, -1)
            } else {
                enclosing += 1
            }
        case .li where open != nil && document.parent(of: node) == open?.list: open?.note += 1
        case let tag where Self.encloses(tag): enclosing += 1
        default: break
        }
        return true
    }

    mutating func leave(_ node: HTMLNode) {
        guard document.kind(of: node) == .element else { return }
        if open?.list == node {
            open = nil
        } else if Self.encloses(document.tag(of: node)), enclosing > 0, document.namespace(of: node) == .html,
            open == nil || document.parent(of: node) != open?.list
        {
            enclosing -= 1
        }
    }

    private static func encloses(_ tag: HTMLTag) -> Bool {
        switch tag {
        case .ul, .ol, .menu, .dir, .li, .blockquote, .table, .h1, .h2, .h3, .h4, .h5, .h6: true
        default: false
        }
    }

    /// The notes of a list; nil if it holds anything but items with IDs.
    private func notes(in list: HTMLNode) -> [Note]? {
        var notes: [Note] = []
        for child in document.children(of: list) {
            if document.isHTML(child, .li), let id = document.attribute("id", of: child), !id.isEmpty {
                notes.append(Note(node: child, id: id))
            } else if document.kind(of: child) == .element
                || document.kind(of: child) == .text && !bytes.isBlank(document.textRange(of: child))
            {
                return nil
            }
        }
        return notes.isEmpty ? nil : notes
    }

    private mutating func read(link node: HTMLNode) {
        guard let address = document.attribute("href", of: node), address.hasPrefix("#"), address.utf8.count > 1 else { return }
        let target = String(address.dropFirst())
        if let open, open.note >= 0 { candidates[candidates.count - 1][open.note].links.append((node, target)) }
        var ids = [document.attribute("id", of: node), document.attribute("name", of: node)].compactMap { $0 }
        if let parent = document.parent(of: node), document.isHTML(parent, .sup), isAlone(node) {
            if let id = document.attribute("id", of: parent) { ids.append(id) }
            found.append(Reference(node: parent, ids: ids, target: target))
        } else if let child = document.firstChild(of: node), document.isHTML(child, .sup), isAlone(child) {
            if let id = document.attribute("id", of: child) { ids.append(id) }
            found.append(Reference(node: node, ids: ids, target: target))
        }
    }

    private func isAlone(_ node: HTMLNode) -> Bool {
        document.previousSibling(of: node) == nil && document.nextSibling(of: node) == nil
    }

    /// Numbers the notes whose references and links match, in the order of the references.
    private mutating func match() {
        var places: [String: (list: Int, note: Int)] = [:]
        for (list, notes) in candidates.enumerated() {
            for (note, value) in notes.enumerated() where places[value.id] == nil { places[value.id] = (list, note) }
        }
        let targets = candidates.map { $0.map { Set($0.links.map(\.target)) } }
        let matches = found.compactMap { reference in
            places[reference.target].flatMap { place in
                reference.ids.contains { targets[place.list][place.note].contains($0) } ? (reference, place) : nil
            }
        }
        let named = Set(matches.map { candidates[$1.list][$1.note].node })
        let areComplete = candidates.map { $0.allSatisfy { named.contains($0.node) } }
        var ids: [HTMLNode: Set<String>] = [:]
        for (reference, place) in matches where areComplete[place.list] {
            let note = candidates[place.list][place.note].node
            if notes[note] == nil { notes[note] = notes.count + 1 }
            references[reference.node] = notes[note]
            ids[note, default: []].formUnion(reference.ids)
        }
        for (list, isComplete) in zip(candidates, areComplete) where isComplete {
            for note in list {
                for link in note.links where ids[note.node]?.contains(link.target) == true && references[link.node] == nil {
                    dropped.insert(link.node)
                    if let sign = document.previousSibling(of: link.node), isArrow(sign) { dropped.insert(sign) }
                }
            }
            if let list = document.parent(of: list[0].node) { insert(list: list) }
        }
    }

    /// Whether a node is the text before several links back: `^ a b`.
    private func isArrow(_ node: HTMLNode) -> Bool {
        document.kind(of: node) == .text && ["^", "↑"].contains(document.text(of: node).filter { !$0.isWhitespace })
    }

    /// Adds a list of notes. Drops the rule before it, if the rule is the first element of a `section` or `div`.
    private mutating func insert(list: HTMLNode) {
        lists.insert(list)
        var previous = document.previousSibling(of: list)
        while let node = previous, document.kind(of: node) == .text, bytes.isBlank(document.textRange(of: node)) {
            previous = document.previousSibling(of: node)
        }
        guard let rule = previous, document.isHTML(rule, .hr), let parent = document.parent(of: rule),
            document.isHTML(parent, .section) || document.isHTML(parent, .div),
            document.children(of: parent).first(where: { document.kind(of: $0) == .element }) == rule
        else { return }
        dropped.insert(rule)
    }
}

extension FlowBuilder {
    /// Whether to write footnotes as `[^1]`. Plain text and options that write the elements of footnotes as HTML keep them as links.
    static func canWriteFootnotes(_ options: FlowOptions) -> Bool {
        !options.isPlain && options.markdown.headingIDs != .html && options.markdown.tables != .html
            && options.markdown.supSub != .html
    }

    /// Writes a reference to a footnote, a list of notes, or a note.
    ///
    /// - Returns: Whether to visit the children of the element; nil if it is no part of a footnote.
    mutating func enterFootnote(_ node: HTMLNode) -> Bool? {
        if let number = footnotes.references[node] {
            endCode()
            writePendingAnchors()
            inline.run.append(atom: Array("[^\(number)]".utf8))
            return false
        }
        if footnotes.dropped.contains(node) { return false }
        if footnotes.lists.contains(node) {
            endParagraph()
            push(.block, node)
            return true
        }
        guard let number = footnotes.notes[node] else { return nil }
        endParagraph()
        layout.startBlock(.list)
        layout.openItem(marker: Array("[^\(number)]: ".utf8), width: 4, isTight: false)
        push(.note, node)
        return true
    }
}
