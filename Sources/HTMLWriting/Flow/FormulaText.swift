import HTMLParsing

/// Writes formulas of MathML in one line, with the signs of plain text: `1/2`, `x²`, `√(a+b)`. Annotations are left out.
///
/// - SeeAlso: [MathML Core 3, Presentation markup](https://www.w3.org/TR/mathml-core/#presentation-markup)
struct FormulaText {
    private let document: HTMLDocument
    private let bytes: [UInt8]
    private let visibility: HTMLVisibility
    private let supSub: MarkdownOptions.SupSubPolicy

    /// Elements nested deeper than this are written as their text alone, so that deep nesting takes linear time.
    private static let maximumDepth = 128

    init(in document: HTMLDocument, bytes: [UInt8], visibility: HTMLVisibility, supSub: MarkdownOptions.SupSubPolicy) {
        (self.document, self.bytes, self.visibility, self.supSub) = (document, bytes, visibility, supSub)
    }

    /// A part of a formula.
    private struct FormulaPart {
        var text = ""
        /// Whether the part needs no brackets as an operand: a number, a name, or something in brackets.
        var isSimple = true

        var asOperand: String { isSimple ? text : "(" + text + ")" }
    }

    /// The text of a `math` element.
    func text(of formula: HTMLNode) -> [UInt8] { Array(row(formula, 0).text.utf8) }

    private func part(_ node: HTMLNode, _ depth: Int) -> FormulaPart {
        if document.kind(of: node) == .text { return FormulaPart(text: visibility.hides(node) ? "" : document.text(of: node)) }
        guard document.kind(of: node) == .element else { return FormulaPart() }
        let style = HTMLInlineStyle(of: node, in: document, bytes: bytes)
        if HiddenContent.hides(node, in: document, style: style, visibility: visibility) { return FormulaPart() }
        if depth >= Self.maximumDepth { return FormulaPart(text: document.textContent(of: node)) }
        switch document.name(of: node) {
        case "annotation", "annotation-xml", "mphantom": return FormulaPart()
        case "mi", "mn", "mo", "ms", "mtext": return FormulaPart(text: Self.shown(row(node, depth + 1).text))
        case "mfrac": return fraction(operands(node, depth), of: node)
        case "msup", "msub", "msubsup", "munder", "munderover", "mover": return script(document.name(of: node), operands(node, depth))
        case "msqrt": return FormulaPart(text: "√" + row(node, depth + 1).asOperand, isSimple: false)
        case "mroot": return root(operands(node, depth))
        case "mfenced": return fenced(operands(node, depth), of: node)
        case "mtable": return FormulaPart(text: operands(node, depth).map(\.text).joined(separator: "; "), isSimple: false)
        case "mtr": return FormulaPart(text: operands(node, depth).map(\.text).joined(separator: " "), isSimple: false)
        default: return row(node, depth + 1)
        }
    }

    /// Returns the text of a token: nothing for invisible operators, and a space for the one between a function and its argument.
    private static func shown(_ text: String) -> String {
        switch text {
        case "\u{2061}": " "
        case "\u{2062}", "\u{2063}", "\u{2064}": ""
        default: text
        }
    }

    /// Joins the texts of all children, in the order of the document.
    private func row(_ node: HTMLNode, _ depth: Int) -> FormulaPart {
        var text = ""
        var parts: [FormulaPart] = []
        for child in document.children(of: node) {
            let part = part(child, depth)
            text += part.text
            if part.text.unicodeScalars.contains(where: { !$0.isSpace }) { parts.append(part) }
        }
        let isInBrackets = parts.count > 2 && ["(", "["].contains(parts[0].text) && [")", "]"].contains(parts[parts.count - 1].text)
        return FormulaPart(text: text.trimmed, isSimple: isInBrackets || parts.allSatisfy(\.isSimple) && parts.count < 2)
    }

    /// The child elements in order, for elements that give each child a role of its own.
    private func operands(_ node: HTMLNode, _ depth: Int) -> [FormulaPart] {
        document.children(of: node).lazy.filter { document.kind(of: $0) == .element }.map { part($0, depth + 1) }
    }

    private func fraction(_ operands: [FormulaPart], of node: HTMLNode) -> FormulaPart {
        guard operands.count == 2 else { return joined(operands) }
        // Binomial coefficients have no bar.
        if let line = document.attributeRange("linethickness", of: node), bytes.pixels(bytes.trimmed(line)) == 0 {
            return FormulaPart(text: operands[0].text + " " + operands[1].text, isSimple: false)
        }
        return FormulaPart(text: operands[0].asOperand + "/" + operands[1].asOperand, isSimple: false)
    }

    private func script(_ name: String, _ operands: [FormulaPart]) -> FormulaPart {
        guard let base = operands.first, operands.count > 1, name != "mover" else { return joined(operands) }
        var text = base.asOperand
        var isRaised = name == "msup"
        for operand in operands.dropFirst() where !operand.text.isEmpty {
            text += raised(operand, isRaised)
            isRaised = true
        }
        return FormulaPart(text: text, isSimple: !text.contains("^"))
    }

    /// A superscript or subscript in the characters that Unicode has for it, or after a caret or an underscore.
    private func raised(_ script: FormulaPart, _ isRaised: Bool) -> String {
        if supSub == .plain { return script.text }
        if supSub != .caret, let characters = RaisedText.characters(for: Array(script.text.utf8), isRaised: isRaised) {
            return String(decoding: characters, as: UTF8.self)
        }
        // A prime is a raised character of its own.
        if isRaised, ["′", "″", "‴", "'"].contains(script.text) { return script.text }
        return (isRaised ? "^" : "_") + script.asOperand
    }

    private func root(_ operands: [FormulaPart]) -> FormulaPart {
        guard operands.count == 2 else { return joined(operands) }
        switch operands[1].text {
        case "3": return FormulaPart(text: "∛" + operands[0].asOperand, isSimple: false)
        case "4": return FormulaPart(text: "∜" + operands[0].asOperand, isSimple: false)
        default: return FormulaPart(text: operands[0].asOperand + "^(1/" + operands[1].asOperand + ")", isSimple: false)
        }
    }

    private func fenced(_ operands: [FormulaPart], of node: HTMLNode) -> FormulaPart {
        let separators = Array((document.attribute("separators", of: node) ?? ",").filter { !$0.isWhitespace })
        var text = document.attribute("open", of: node) ?? "("
        for (index, operand) in operands.enumerated() {
            if index > 0, let last = separators.last { text.append(index - 1 < separators.count ? separators[index - 1] : last) }
            text += operand.text
        }
        return FormulaPart(text: text + (document.attribute("close", of: node) ?? ")"))
    }

    private func joined(_ operands: [FormulaPart]) -> FormulaPart {
        FormulaPart(text: operands.map(\.text).joined(), isSimple: operands.count < 2)
    }
}

extension String {
    /// The text without white space at its ends. Compares scalars, because finding grapheme clusters in thousands of short texts is slow.
    fileprivate var trimmed: String {
        var rest = unicodeScalars[...]
        while let first = rest.first, first.isSpace { rest.removeFirst() }
        while let last = rest.last, last.isSpace { rest.removeLast() }
        return rest.startIndex == startIndex && rest.endIndex == endIndex ? self : String(rest)
    }
}

extension Unicode.Scalar {
    fileprivate var isSpace: Bool { value < 0x80 ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace }
}

extension FlowBuilder {
    /// Writes a formula as text.
    mutating func writeFormula(_ node: HTMLNode) {
        let style = HTMLInlineStyle(of: node, in: document, bytes: bytes)
        if HiddenContent.hides(node, in: document, style: style, visibility: visibility) { return }
        if writeTeX(ofFormula: node) { return }
        let text = FormulaText(in: document, bytes: bytes, visibility: visibility, supSub: options.markdown.supSub).text(of: node)
        if !pendingAnchors.isEmpty, !text.isEmpty { writePendingAnchors() }
        inline.run.append(text, in: 0..<text.count)
    }
}

extension HTMLDocument {
    /// Whether an element is a drawing that repeats the MathML formula beside it: it is hidden from screen readers, and a sibling contains
    /// only the formula.
    func isCopyOfFormula(_ node: HTMLNode, bytes: [UInt8]) -> Bool {
        guard let hidden = attributeRange("aria-hidden", of: node), bytes.matches("true", hidden) else { return false }
        return [previousSibling(of: node), nextSibling(of: node)].contains { $0.map { isFormula($0, bytes: bytes) } ?? false }
    }

    /// The maximum number of elements around a formula.
    private static let maximumFormulaWrappers = 4

    private func isFormula(_ node: HTMLNode, bytes: [UInt8]) -> Bool {
        var place = node
        for _ in 0...Self.maximumFormulaWrappers {
            guard kind(of: place) == .element, attributeRange("hidden", of: place) == nil,
                HTMLInlineStyle(of: place, in: self, bytes: bytes)?.isHidden != true
            else { return false }
            if namespace(of: place) == .mathML { return tag(of: place) == .math }
            guard let child = firstChild(of: place), nextSibling(of: child) == nil else { return false }
            place = child
        }
        return false
    }
}
