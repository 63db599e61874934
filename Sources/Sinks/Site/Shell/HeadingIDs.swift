internal import HTMLParsing
internal import Pipeline

/// The IDs of headings in articles: the option `heading_ids`.
enum HeadingIDs: String, CaseIterable, Sendable {
    /// Headings keep the IDs that the content has, and get no others.
    case own
    /// Headings without one get the ID that GitHub gives the headings of Markdown.
    case github

    /// The longest ID, in bytes. Headings can be nested, and an outer one has the text of all inner ones.
    private static let maxBytes = 500

    /// Gives headings without an ID one, if the option says so.
    func apply(to document: inout HTMLDocument) {
        if self == .own { return }
        let elements = Array(document.descendants(of: document.root)).filter { document.kind(of: $0) == .element }
        var taken = Set(elements.compactMap { document.attribute("id", of: $0) })
        // The last number tried for each slug, so that equal headings take linear time.
        var counts: [String: Int] = [:]
        for node in elements where Self.isHeading(node, in: document) && document.attribute("id", of: node)?.isEmpty != false {
            let slug = Self.slug(of: document.textContent(of: node))
            if slug.isEmpty { continue }
            var id = slug
            while !taken.insert(id).inserted {
                counts[slug, default: 0] += 1
                id = "\(slug)-\(counts[slug, default: 0])"
            }
            document.setAttribute("id", to: id, of: node)
        }
    }

    private static func isHeading(_ node: HTMLNode, in document: HTMLDocument) -> Bool {
        guard document.namespace(of: node) == .html else { return false }
        switch document.tag(of: node) {
        case .h1, .h2, .h3, .h4, .h5, .h6: return true
        default: return false
        }
    }

    /// Returns the text in lower case without punctuation, with a hyphen for each space.
    ///
    /// - SeeAlso: [html-pipeline, table of contents](https://github.com/gjtorikian/html-pipeline/blob/v2.14.3/lib/html/pipeline/toc_filter.rb)
    static func slug(of text: String) -> String {
        var slug = ""
        for scalar in text.trimmingSpaces.unicodeScalars.lazy.flatMap({ $0.properties.lowercaseMapping.unicodeScalars }) {
            if slug.utf8.count >= maxBytes { break }
            switch scalar.properties.generalCategory {
            case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark,
                .enclosingMark, .decimalNumber, .connectorPunctuation:
                slug.unicodeScalars.append(scalar)
            default:
                if scalar == "-" { slug.unicodeScalars.append(scalar) } else if scalar == " " { slug += "-" }
            }
        }
        return slug
    }
}
