internal import JSONParsing

/// The article that the JSON-LD of a page describes.
///
/// - SeeAlso: [schema.org, Article](https://schema.org/Article)
struct LinkedData {
    private var article: JSONValue?
    private var site: JSONValue?
    /// The objects with an identifier, which others refer to.
    private var objects: [JSONKey: JSONValue] = [:]

    /// How deep lists and graphs are read, and how many objects.
    private static let maximumDepth = 4, maximumObjects = 1000

    init(_ scripts: [String]) {
        var page: JSONValue?
        var open = scripts.reversed().compactMap { Self.parsed($0) }.map { (value: $0, depth: 0) }
        var count = 0
        while let (value, depth) = open.popLast(), count < Self.maximumObjects {
            count += 1
            if let list = value.decodedArray {
                if depth < Self.maximumDepth { open += list.prefix(Self.maximumObjects).reversed().map { ($0, depth + 1) } }
                continue
            }
            guard value.kind == .object else { continue }
            if depth < Self.maximumDepth {
                for key in ["mainEntity", "@graph"] {
                    if let inner = value[member: key] { open.append((inner, depth + 1)) }
                }
            }
            if let id = value.text("@id"), objects[JSONKey(id)] == nil { objects[JSONKey(id)] = value }
            let types = value[member: "@type"]?.texts ?? []
            if article == nil, types.contains(where: Self.isArticle) { article = value }
            if page == nil, types.contains(where: { Self.name(ofType: $0) == "WebPage" }) { page = value }
            if site == nil, types.contains("WebSite") { site = value }
        }
        // The page around an article is often in front of it, with its own title and dates.
        article = article ?? page
    }

    /// Reads a script. Some are in comments, which XHTML needed.
    private static func parsed(_ script: String) -> JSONValue? {
        if let value = try? JSONValue(parsing: script) { return value }
        guard let start = script.utf8.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }),
            let end = script.utf8.lastIndex(where: { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "]") }), start < end
        else { return nil }
        var inner = script[start...end]
        if let mark = inner.firstRange(of: "CDATA["), inner.utf8.first == UInt8(ascii: "[") {
            inner = inner[mark.upperBound...].drop { $0 != "{" && $0 != "[" }
            if let last = inner.lastIndex(of: "}") { inner = inner[...last] }
        }
        return try? JSONValue(parsing: String(inner))
    }

    /// Whether a type of schema.org is one of articles, with or without the address in front of it.
    private static func isArticle(_ type: String) -> Bool {
        let name = name(ofType: type)
        return name.hasSuffix("Article") || name.hasSuffix("Posting") || articles.contains(name)
    }

    private static func name(ofType type: String) -> String { type.split(separator: "/").last.map(String.init) ?? type }

    private static let articles: Set = [
        "Report", "Recipe", "Review", "HowTo", "AnalysisNewsArticle", "BackgroundNewsArticle", "OpinionNewsArticle",
        "ReviewNewsArticle", "LiveBlogPosting", "ScholarlyArticle",
    ]

    // MARK: Members

    /// The headline, and the name of the article.
    var headline: String? { article?.text("headline") }
    var name: String? { article?.text("name") }
    var description: String? { article?.text("description") }
    var published: String? { article?.text("datePublished") ?? article?.text("dateCreated") }
    var modified: String? { article?.text("dateModified") }
    var language: String? { article.flatMap { $0[member: "inLanguage"] }.flatMap { $0.string ?? $0.text("alternateName") } }

    var authors: [String] { names(of: article?[member: "author"]) }
    var siteName: String? { names(of: article?[member: "publisher"]).first ?? site?.text("name") }

    var image: String? {
        guard let image = article?[member: "image"] ?? article?[member: "thumbnailUrl"] else { return nil }
        return address(of: image.decodedArray?.first ?? image)
    }

    var address: String? {
        article?.text("url") ?? article?[member: "mainEntityOfPage"].flatMap { $0.string ?? $0.text("@id") }
    }

    var keywords: [String] {
        guard let keywords = article?[member: "keywords"] else { return [] }
        if let text = keywords.string { return text.split(separator: ",").map(String.init) }
        return keywords.decodedArray?.compactMap { $0.string ?? $0.text("name") } ?? []
    }

    private func address(of image: JSONValue) -> String? {
        let image = resolved(image)
        return image.string ?? image.text("url") ?? image.text("contentUrl")
    }

    /// How many names of authors are read.
    private static let maximumNames = 50

    private func names(of value: JSONValue?) -> [String] {
        guard let value else { return [] }
        return (value.decodedArray ?? [value]).prefix(Self.maximumNames).compactMap { item in
            let item = resolved(item)
            return item.string ?? item.text("name") ?? item[member: "name"]?.decodedArray?.first?.string
        }
    }

    /// The object that a reference names; the value itself if it is none.
    private func resolved(_ value: JSONValue) -> JSONValue {
        guard value.kind == .object, value[member: "name"] == nil, value[member: "url"] == nil, let id = value.text("@id") else {
            return value
        }
        return objects[JSONKey(id)] ?? value
    }
}

extension JSONValue {
    /// A member of an object; nil for other values.
    fileprivate subscript(member key: String) -> JSONValue? {
        guard kind == .object, let value = try? member(key), !value.isNull else { return nil }
        return value
    }

    /// A member that is a text with words.
    fileprivate func text(_ key: String) -> String? { self[member: key]?.string.flatMap { $0.isEmpty ? nil : $0 } }

    fileprivate var decodedArray: [JSONValue]? {
        guard kind == .array, let decoded = try? decoded() else { return nil }
        return decoded.array
    }

    /// A text, or the texts of a list.
    fileprivate var texts: [String] { string.map { [$0] } ?? decodedArray?.compactMap(\.string) ?? [] }
}
