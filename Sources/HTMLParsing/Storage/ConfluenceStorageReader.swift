/// Turns Confluence's storage format into HTML: its own elements, named `ac:…` and `ri:…`, become the HTML elements that a page shows.
///
/// - SeeAlso: [Confluence Storage Format](https://confluence.atlassian.com/doc/confluence-storage-format-790796544.html)
struct ConfluenceStorageReader {
    var document: HTMLDocument

    /// Reads a document in place.
    static func read(_ document: inout HTMLDocument) {
        var reader = ConfluenceStorageReader(document: HTMLDocument())
        swap(&reader.document, &document)
        reader.read()
        swap(&reader.document, &document)
    }

    /// Visits parents before their children, because a macro reads its parameters and bodies itself.
    private mutating func read() {
        for node in Array(document.descendants(of: document.root)) {
            switch document.tag(of: node) {
            // A parent may have taken the node out.
            case .other where document.parent(of: node) != nil: read(node)
            case .time: readTime(node)
            default: continue
            }
        }
    }

    /// Replaces `<time datetime="…"/>` by its date, which is what a page shows. The parser of HTML ignores the slash, so that the element
    /// contains what follows it.
    private mutating func readTime(_ node: HTMLNode) {
        let isEmpty = document.firstChild(of: node) == nil || document.record(node).flags.contains(.selfClosing)
        guard isEmpty, let date = document.attribute("datetime", of: node) else { return }
        document.insert(document.makeText(date), before: node)
        document.unwrap(node)
    }

    private mutating func read(_ node: HTMLNode) {
        switch document.name(of: node) {
        case "ac:structured-macro", "ac:macro": readMacro(node)
        case "ac:link": readLink(node)
        case "ac:image": readImage(node)
        case "ac:emoticon": readEmoticon(node)
        case "ac:task-list": rename(node, .ul)
        case "ac:task": readTask(node)
        case "ac:plain-text-body": rename(node, .pre)
        case "ac:layout", "ac:layout-section", "ac:layout-cell", "ac:rich-text-body", "ac:adf-extension", "ac:adf-node", "ac:adf-content":
            rename(node, .div)
        // The fallback of an extension repeats its content.
        case "ac:parameter", "ac:default-parameter", "ac:placeholder", "ac:adf-attribute", "ac:adf-fallback": document.remove(node)
        default: break
        }
    }

    private mutating func readLink(_ link: HTMLNode) {
        let target = resource(below: link)
        var address = target?.address
        if address == nil, target == nil { address = document.attribute("ac:anchor", of: link).map { "#" + $0 } }
        let element = makeLink(to: address)
        if let body = child("ac:plain-text-link-body", of: link) ?? child("ac:link-body", of: link) {
            moveChildren(of: body, to: element)
        } else {
            append(target?.name ?? document.attribute("ac:anchor", of: link) ?? "", to: element)
        }
        document.replace(link, with: element)
    }

    /// Makes a link; without an address, an element that only holds the text.
    mutating func makeLink(to address: String?) -> HTMLNode {
        guard let address else { return document.makeElement(.span) }
        return document.makeElement(.a, attributes: [HTMLAttribute(name: "href", value: address)])
    }

    private mutating func readImage(_ node: HTMLNode) {
        let target = resource(below: node)
        var attributes = [HTMLAttribute(name: "src", value: target?.address ?? "")]
        attributes.append(HTMLAttribute(name: "alt", value: document.attribute("ac:alt", of: node) ?? target?.name ?? ""))
        if let title = document.attribute("ac:title", of: node) { attributes.append(HTMLAttribute(name: "title", value: title)) }
        document.insert(document.makeElement(.img, attributes: attributes), before: node)
        if let caption = child("ac:caption", of: node) {
            document.insert(caption, before: node)
            rename(caption, .figcaption)
        }
        document.remove(node)
    }

    private mutating func readEmoticon(_ node: HTMLNode) {
        let name = document.attribute("ac:emoji-fallback", of: node) ?? document.attribute("ac:name", of: node).map { ":\($0):" }
        document.replace(node, with: document.makeText(name ?? ""))
    }

    private mutating func readTask(_ task: HTMLNode) {
        let status = child("ac:task-status", of: task).map { text(of: $0) }
        var attributes = [HTMLAttribute(name: "type", value: "checkbox")]
        if status == "complete" { attributes.append(HTMLAttribute(name: "checked", value: "")) }
        let item = document.makeElement(.li)
        document.append(document.makeElement(.input, attributes: attributes), to: item)
        if let body = child("ac:task-body", of: task) { moveChildren(of: body, to: item) }
        document.replace(task, with: item)
    }
}

/// Helpers for all elements of the storage format: the resources that they refer to, and their children.
extension ConfluenceStorageReader {
    /// A page, file, address or person that an element points to.
    struct Resource {
        /// The text of a link or an image that has none of its own.
        let name: String
        /// Its address, if the format tells it: an attachment is at its file name, and only Confluence knows where a page is.
        let address: String?
    }

    /// The resource of a link, an image or a macro: of one of its children, or of one of its parameters.
    func resource(below node: HTMLNode) -> Resource? {
        for child in document.children(of: node) where document.tag(of: child) == .other {
            if let resource = resource(of: child) { return resource }
            guard document.isNamed("ac:parameter", child) else { continue }
            if let resource = document.children(of: child).lazy.compactMap({ resource(of: $0) }).first { return resource }
        }
        return nil
    }

    private func resource(of node: HTMLNode) -> Resource? {
        func first(of names: String...) -> String? { names.lazy.compactMap { document.attribute($0, of: node) }.first }
        switch document.name(of: node) {
        case "ri:url": return first(of: "ri:value").map { Resource(name: $0, address: $0) }
        case "ri:attachment": return first(of: "ri:filename").map { Resource(name: $0, address: Self.address(ofFile: $0)) }
        case "ri:page", "ri:blog-post", "ri:content-entity", "ri:space":
            return Resource(name: first(of: "ri:content-title", "ri:space-key", "ri:content-id") ?? "", address: nil)
        case "ri:user":
            return Resource(name: first(of: "ri:username", "ri:account-id", "ri:userkey").map { "@" + $0 } ?? "", address: nil)
        default: return nil
        }
    }

    /// A file name as a relative address: with the characters encoded that have a meaning in addresses.
    private static func address(ofFile name: String) -> String {
        var address: [UInt8] = []
        for byte in name.utf8 {
            if byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 || "-._~()!".utf8.contains(byte) {
                address.append(byte)
            } else {
                address.append(UInt8(ascii: "%"))
                for digit in [byte >> 4, byte & 15] { address.append(contentsOf: String(digit, radix: 16, uppercase: true).utf8) }
            }
        }
        return String(decoding: address, as: UTF8.self)
    }

    /// The first child with this name.
    func child(_ name: String, of node: HTMLNode) -> HTMLNode? { document.children(of: node).first { document.isNamed(name, $0) } }

    /// The text below a node, without white space at its ends.
    func text(of node: HTMLNode) -> String {
        let text = Array(document.textContent(of: node).utf8)
        return String(decoding: text[text.trimmed(text.indices)], as: UTF8.self)
    }

    mutating func append(_ text: String, to parent: HTMLNode) { document.append(document.makeText(text), to: parent) }

    mutating func moveChildren(of node: HTMLNode, to parent: HTMLNode) {
        while let child = document.firstChild(of: node) { document.append(child, to: parent) }
    }

    /// Puts an element of HTML in place of a node.
    mutating func rename(_ node: HTMLNode, _ tag: HTMLTag) {
        let element = document.makeElement(tag)
        moveChildren(of: node, to: element)
        document.replace(node, with: element)
    }
}

/// Macros: elements with a name, parameters and a body.
extension ConfluenceStorageReader {
    mutating func readMacro(_ macro: HTMLNode) {
        let name = document.attribute("ac:name", of: macro)?.lowercased() ?? ""
        if let body = child("ac:plain-text-body", of: macro) {
            insertTitle(of: macro)
            let language = parameter("language", of: macro)
            let classes = language.map { [HTMLAttribute(name: "class", value: "language-" + $0)] } ?? []
            let code = document.makeElement(.code, attributes: classes)
            moveChildren(of: body, to: code)
            let block = document.makeElement(.pre)
            document.append(code, to: block)
            return document.replace(macro, with: block)
        }
        if let body = child("ac:rich-text-body", of: macro) {
            insertTitle(of: macro)
            let block = document.makeElement(.div)
            moveChildren(of: body, to: block)
            return document.replace(macro, with: block)
        }
        readMacroWithoutBody(macro, name)
    }

    /// Replaces a macro by what its parameters name: the text of a label, the key of an issue, the address of a file or film.
    private mutating func readMacroWithoutBody(_ macro: HTMLNode, _ name: String) {
        switch name {
        case "status": document.replace(macro, with: document.makeText(parameter("title", of: macro) ?? ""))
        case "jira" where parameter("key", of: macro) != nil:
            document.replace(macro, with: document.makeText(parameter("key", of: macro) ?? ""))
        // An anchor only marks a position in the page.
        case "anchor": document.remove(macro)
        default:
            let target = resource(below: macro)
            guard let address = target?.address ?? parameter("url", of: macro) else {
                document.unreadMacros.append(name)
                return document.remove(macro)
            }
            let link = makeLink(to: address)
            append(target?.name ?? address, to: link)
            document.replace(macro, with: link)
        }
    }

    private mutating func insertTitle(of macro: HTMLNode) {
        guard let title = parameter("title", of: macro) else { return }
        let strong = document.makeElement(.strong)
        append(title, to: strong)
        let paragraph = document.makeElement(.p)
        document.append(strong, to: paragraph)
        document.insert(paragraph, before: macro)
    }

    /// The text of a parameter; nil if it is missing or empty.
    private func parameter(_ name: String, of macro: HTMLNode) -> String? {
        for node in document.children(of: macro) where document.isNamed("ac:parameter", node) {
            guard document.attribute("ac:name", of: node)?.lowercased() == name else { continue }
            let value = text(of: node)
            return value.isEmpty ? nil : value
        }
        return nil
    }
}
