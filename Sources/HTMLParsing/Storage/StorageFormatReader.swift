/// Turns Confluence's storage format into HTML: its own elements, named `ac:…` and `ri:…`, become the HTML elements that a page shows.
///
/// - SeeAlso: [Confluence Storage Format](https://confluence.atlassian.com/doc/confluence-storage-format-790796544.html)
struct StorageFormatReader {
    var document: HTMLDocument

    /// Reads a document in place.
    static func read(_ document: inout HTMLDocument) {
        var reader = StorageFormatReader(document: HTMLDocument())
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

    /// An element without text: its attribute is what a page shows. To a parser of HTML, `<time/>` holds what follows it.
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
