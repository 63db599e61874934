internal import Pipeline
internal import XMLParsing

/// The vocabularies that feeds use. Each has several namespaces, because feeds write old and misspelled ones, too.
enum FeedVocabulary: Sendable {
    /// RSS, which has no namespace in version 2.0.
    case rss
    case rdf, atom, content, dublinCore, dublinCoreTerms, media, podcast, xhtml, other

    /// - Parameter namespace: The namespace of an element.
    init(_ namespace: String) {
        self =
            switch namespace {
            case "", "http://purl.org/rss/1.0/", "http://my.netscape.com/rdf/simple/0.9/", "http://backend.userland.com/rss2",
                "http://backend.userland.com/RSS2", "http://channel.netscape.com/rdf/simple/0.9/", "http://blogs.law.harvard.edu/tech/rss",
                "http://cyber.law.harvard.edu/rss", "http://my.netscape.com/publish/formats/rss-0.91.dtd":
                .rss
            case "http://www.w3.org/1999/02/22-rdf-syntax-ns#": .rdf
            case "http://www.w3.org/2005/Atom", "http://purl.org/atom/ns#": .atom
            case "http://purl.org/rss/1.0/modules/content/": .content
            case "http://purl.org/dc/elements/1.1/", "http://purl.org/dc/elements/1.0/": .dublinCore
            case "http://purl.org/dc/terms/": .dublinCoreTerms
            case "http://search.yahoo.com/mrss/", "http://search.yahoo.com/mrss": .media
            case "http://www.itunes.com/dtds/podcast-1.0.dtd", "http://www.itunes.com/DTDs/Podcast-1.0.dtd",
                "http://www.itunes.com/DTDs/PodCast-1.0.dtd":
                .podcast
            case "http://www.w3.org/1999/xhtml": .xhtml
            default: .other
            }
    }
}

extension XMLElement {
    /// The vocabulary of the element.
    var space: FeedVocabulary { FeedVocabulary(name.namespace) }

    /// The children with a name, in their order.
    func all(_ space: FeedVocabulary, _ local: String) -> [XMLElement] {
        var found: [XMLElement] = []
        for case .element(let child) in content where child.name.local == local && child.space == space { found.append(child) }
        return found
    }

    /// The first child with a name.
    func first(_ space: FeedVocabulary, _ local: String) -> XMLElement? {
        for case .element(let child) in content where child.name.local == local && child.space == space { return child }
        return nil
    }

    /// The text of the first child with a name that has some, without white space at its ends; nil if there is none.
    func text(_ space: FeedVocabulary, _ local: String) -> String? {
        for case .element(let child) in content where child.name.local == local && child.space == space {
            if let text = child.text.meaningful { return text }
        }
        return nil
    }

    /// The value of an attribute without white space at its ends; nil for one that is missing or empty.
    func value(_ attribute: String) -> String? { self.attribute(attribute)?.meaningful }
}

extension String {
    /// The text without white space at its ends; nil if nothing is left.
    var meaningful: String? {
        let text = trimmingSpaces
        return text.isEmpty ? nil : text
    }
}
