import HTMLParsing

/// Checks the rules that every sanitised document must satisfy, without using the sanitiser's own code.
enum SafetyRules {
    static func problems(in document: HTMLDocument) -> [String] {
        var problems: [String] = []
        for node in document.descendants(of: document.root) {
            switch document.kind(of: node) {
            case .text: continue
            case .element: break
            default: problems.append("a node of another kind")
            }
            let name = document.name(of: node)
            let forbidden = [
                "script", "style", "svg", "math", "iframe", "object", "embed", "form", "input", "base", "meta", "link", "template",
            ]
            if forbidden.contains(name) { problems.append("<\(name)>") }
            for attribute in document.attributes(of: node) {
                if attribute.name.hasPrefix("on") { problems.append("@\(attribute.name)") }
                let squeezed = attribute.value.lowercased().unicodeScalars.filter {
                    $0.value > 0x20 && !$0.properties.isWhitespace && $0.value != 0x7F
                }
                let value = String(String.UnicodeScalarView(squeezed))
                let isAddress = ["href", "src", "action", "cite", "data", "xlink:href", "background", "poster"].contains(attribute.name)
                if isAddress, value.hasPrefix("javascript:") || value.hasPrefix("vbscript:") { problems.append(value) }
                if isAddress, value.hasPrefix("data:"), name != "img" || value.hasPrefix("data:image/svg") { problems.append(value) }
                if attribute.name == "style", ["url(", "expression", "@import", "\\", "position"].contains(where: value.contains) {
                    problems.append(value)
                }
                if attribute.name == "style", canBeNegative(attribute.value) { problems.append(attribute.value) }
            }
        }
        return problems
    }

    /// Whether a style contains a minus that is not a hyphen in a keyword: `-9px`, `0-9px`, `calc(1px - 2px)`. Quoted names may contain any
    /// minus.
    static func canBeNegative(_ style: String) -> Bool {
        let unquoted = style.replacing(/"[^"]*"|'[^']*'/, with: "\"\"").lowercased()
        if unquoted.contains("-infinity") { return true }
        let bytes = [0] + Array(unquoted.utf8) + [0]
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        return bytes.indices.contains {
            bytes[$0] == UInt8(ascii: "-") && !letters.contains(bytes[$0 - 1]) && !letters.contains(bytes[$0 + 1])
        }
    }
}
