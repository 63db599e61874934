/// Macros: elements with a name, parameters and a body.
extension StorageFormatReader {
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

    /// Writes what the parameters of a macro say: the text of a label, the key of an issue, the address of a file or film.
    private mutating func readMacroWithoutBody(_ macro: HTMLNode, _ name: String) {
        switch name {
        case "status": document.replace(macro, with: document.makeText(parameter("title", of: macro) ?? ""))
        case "jira" where parameter("key", of: macro) != nil:
            document.replace(macro, with: document.makeText(parameter("key", of: macro) ?? ""))
        // It only marks a place.
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
