/// Writes selectors in one canonical form.
enum CSSSelectorWriter {
    /// Appends a selector.
    static func append(_ parts: [CSSSelectorPart], _ scope: CSSScope, to output: inout [UInt8]) {
        for part in parts { append(part, scope, to: &output) }
    }

    private static func append(_ part: CSSSelectorPart, _ scope: CSSScope, to output: inout [UInt8]) {
        switch part {
        case .scope: output.append(contentsOf: scope.selector)
        case .combinator(let combinator):
            switch combinator {
            case .descendant: output.append(0x20)
            case .child: output.append(contentsOf: " > ".utf8)
            case .next: output.append(contentsOf: " + ".utf8)
            case .later: output.append(contentsOf: " ~ ".utf8)
            }
        case .any: output.append(UInt8(ascii: "*"))
        case .type(let name): output.append(contentsOf: name.utf8)
        case .class(let name):
            output.append(UInt8(ascii: "."))
            CSSName.append(name, to: &output)
        case .id(let name):
            output.append(UInt8(ascii: "#"))
            CSSName.append(name, to: &output)
        case .attribute(let name): output.append(contentsOf: "[\(name)]".utf8)
        case .attributeValue(let name, let comparison, let value, let ignoresCase):
            output.append(contentsOf: "[\(name)".utf8)
            if comparison != .equal { output.append(comparison.rawValue) }
            output.append(UInt8(ascii: "="))
            CSSName.append(quoted: value, to: &output)
            output.append(contentsOf: ignoresCase ? " i]".utf8 : "]".utf8)
        case .pseudo(let name): output.append(contentsOf: ":\(name)".utf8)
        case .nth(let name, let step, let offset):
            output.append(contentsOf: ":\(name)(\(step)n\(offset < 0 ? "" : "+")\(offset))".utf8)
        case .open(let list): output.append(contentsOf: ":\(list.rawValue)(".utf8)
        case .alternative: output.append(contentsOf: ", ".utf8)
        case .close: output.append(UInt8(ascii: ")"))
        }
    }
}
