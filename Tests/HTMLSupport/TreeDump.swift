package import HTMLParsing

/// Writes a document in the format of the tree construction tests.
package enum TreeDump {
    private static let foreignNames: Set<String> = [
        "xlink:actuate", "xlink:arcrole", "xlink:href", "xlink:role", "xlink:show", "xlink:title", "xlink:type", "xml:lang", "xml:space",
        "xmlns", "xmlns:xlink",
    ]

    package static func dump(_ document: HTMLDocument) -> String {
        var lines: [String] = []
        // A stack of the nodes to write; nil stands for the word "content".
        var waiting: [(node: HTMLNode?, depth: Int)] = document.children(of: document.root).reversed().map { ($0, 0) }
        while let (node, depth) = waiting.popLast() {
            let indent = "| " + String(repeating: "  ", count: depth)
            guard let node else {
                lines.append(indent + "content")
                continue
            }
            lines += describe(node, in: document, indent: indent)
            waiting += document.children(of: node).reversed().map { ($0, depth + 1) }
            if let content = document.templateContent(of: node) {
                waiting += document.children(of: content).reversed().map { ($0, depth + 2) }
                waiting.append((nil, depth + 1))
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func describe(_ node: HTMLNode, in document: HTMLDocument, indent: String) -> [String] {
        switch document.kind(of: node) {
        case .document, .templateContent: return []
        case .text: return [indent + "\"" + document.text(of: node) + "\""]
        case .comment: return [indent + "<!-- " + document.text(of: node) + " -->"]
        case .documentType:
            let identifiers = [document.publicIdentifier(of: node), document.systemIdentifier(of: node)]
            let isShort = identifiers.allSatisfy { $0?.isEmpty ?? true }
            let rest = isShort ? "" : identifiers.map { " \"" + ($0 ?? "") + "\"" }.joined()
            return [indent + "<!DOCTYPE " + document.name(of: node) + rest + ">"]
        case .element:
            let namespace = document.namespace(of: node)
            let prefix = namespace == .svg ? "svg " : namespace == .mathML ? "math " : ""
            let attributes = document.attributes(of: node).map { attribute in
                let isForeign = namespace != .html && foreignNames.contains(attribute.name)
                let parts = attribute.name.split(separator: ":")
                let name = !isForeign ? attribute.name : parts.count == 2 ? parts.joined(separator: " ") : "xmlns " + attribute.name
                return (name, attribute.value)
            }
            let sorted = attributes.sorted { Array($0.0.utf16).lexicographicallyPrecedes(Array($1.0.utf16)) }
            return [indent + "<" + prefix + document.name(of: node) + ">"] + sorted.map { indent + "  " + $0.0 + "=\"" + $0.1 + "\"" }
        }
    }
}
