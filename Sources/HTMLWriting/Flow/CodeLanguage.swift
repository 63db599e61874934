internal import HTMLParsing

/// Finds the language of a code block in the attributes that highlighters and editors write.
struct CodeLanguage {
    private let document: HTMLDocument
    private let bytes: [UInt8]

    init(in document: HTMLDocument, bytes: [UInt8]) { (self.document, self.bytes) = (document, bytes) }

    /// Attributes whose value is the language: Hugo, GitLab and Prism, Enlighter.
    private static let attributes = ["data-lang", "data-language", "data-enlighter-language"]
    /// Classes of highlighters that name the language in another class: highlight.js, Pandoc, SyntaxHighlighter.
    private static let tools: [StaticString] = ["hljs", "sourcecode", "syntaxhighlighter"]
    /// Classes of such tools that name no language.
    private static let traits: [StaticString] = [
        "literate", "numberlines", "number-lines", "numbersource", "lineanchors", "line-numbers", "nogutter", "collapsed", "printing",
        "theme",
    ]
    /// The maximum length of a language's name, in bytes.
    private static let maximumBytes = 40

    /// The language of a `pre` element or a table with code; empty if no element names one.
    ///
    /// - Parameters:
    ///   - block: The element that holds the code.
    ///   - code: The element in which the code begins.
    func language(of block: HTMLNode, code: HTMLNode?) -> [UInt8] {
        let parent = document.parent(of: block)
        for node in [block, code] {
            guard let node else { continue }
            let name = inClasses(of: node)
            if !name.isEmpty { return name }
        }
        for node in [block, code, parent] {
            guard let node else { continue }
            for attribute in Self.attributes {
                guard let range = document.attributeRange(attribute, of: node) else { continue }
                let name = Self.name(bytes[bytes.trimmed(range)])
                if !name.isEmpty { return name }
            }
        }
        guard let parent else { return [] }
        let name = inWrapper(parent)
        // Jekyll and Sphinx have two elements around the code.
        if name.isEmpty, let outer = document.parent(of: parent), hasClass("highlight", parent) { return inWrapper(outer) }
        return name
    }

    /// The language in the classes of a `pre`, `code` or `table` element.
    private func inClasses(of node: HTMLNode) -> [UInt8] {
        let classes = classes(of: node)
        for name in classes {
            let language = Self.behindPrefix(name)
            if !language.isEmpty { return language }
        }
        // SyntaxHighlighter writes its settings into the class: `brush: js; gutter: false`.
        for (index, name) in classes.enumerated() where name.starts(with: "brush:".utf8) {
            let value = name.count > 6 ? name.dropFirst(6) : index + 1 < classes.count ? classes[index + 1] : []
            return Self.name(value.prefix { $0 != 0x3B })
        }
        return behindTool(classes)
    }

    /// The language in the classes of an element around the code.
    private func inWrapper(_ node: HTMLNode) -> [UInt8] {
        let classes = classes(of: node)
        for name in classes {
            let language = Self.behindPrefix(name)
            if !language.isEmpty { return language }
        }
        let isOfSphinx = classes.contains { bytes.matches("notranslate", $0.indices) }
        if isOfSphinx, let name = classes.first(where: { $0.starts(with: "highlight-".utf8) }) {
            let language = name.dropFirst("highlight-".utf8.count)
            return bytes.matches("default", language.indices) || bytes.matches("none", language.indices) ? [] : Self.name(language)
        }
        // Hexo: `figure class="highlight js"`.
        if document.isHTML(node, .figure), classes.count == 2, bytes.matches("highlight", classes[0].indices) {
            return Self.name(classes[1])
        }
        return behindTool(classes)
    }

    private func behindTool(_ classes: [ArraySlice<UInt8>]) -> [UInt8] {
        guard classes.contains(where: { name in Self.tools.contains { bytes.matches($0, name.indices) } }) else { return [] }
        let language = classes.first { name in
            !(Self.tools + Self.traits).contains { bytes.matches($0, name.indices) } && !name.starts(with: "hljs".utf8)
                && !Self.name(name).isEmpty
        }
        return language.map { Self.name($0) } ?? []
    }

    private static func behindPrefix(_ name: ArraySlice<UInt8>) -> [UInt8] {
        for prefix in ["language-", "lang-", "highlight-source-"] where name.starts(with: prefix.utf8) {
            return Array(name.dropFirst(prefix.utf8.count))
        }
        return []
    }

    /// The value if it is the name of a language: letters, digits and the signs of C++, F# or Objective-C.
    private static func name(_ value: ArraySlice<UInt8>) -> [UInt8] {
        guard value.count <= maximumBytes, value.first?.isASCIILetter == true,
            value.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || [0x2B, 0x23, 0x2D, 0x2E, 0x5F].contains($0) })
        else { return [] }
        return Array(value)
    }

    private func classes(of node: HTMLNode) -> [ArraySlice<UInt8>] {
        guard let range = document.attributeRange("class", of: node) else { return [] }
        return bytes[range].split(maxSplits: 32, whereSeparator: \.isFoldedSpace)
    }

    private func hasClass(_ name: StaticString, _ node: HTMLNode) -> Bool {
        classes(of: node).contains { bytes.matches(name, $0.indices) }
    }
}
