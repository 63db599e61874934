internal import JSONParsing
internal import Pipeline
internal import XMLParsing

/// A post, page or other item of an export of WordPress.
///
/// - SeeAlso: [the exporter](https://developer.wordpress.org/reference/functions/export_wp/)
struct WordPressItem {
    let element: XMLElement

    /// Post types without an article: attachments, menus, revisions, settings. They are skipped without a warning.
    private static let internalTypes: Set<String> = [
        "attachment", "nav_menu_item", "revision", "custom_css", "customize_changeset", "oembed_cache", "user_request",
    ]

    /// Whether the item is from a WordPress export (WXR), and not from another RSS feed.
    var isOfWordPress: Bool {
        element.children.contains { $0.name.namespace.hasPrefix("http://wordpress.org/export/") || $0.name.local == "post_type" }
    }
    /// Whether the item has a post type without an article, such as a menu or a style.
    var isInternal: Bool { Self.internalTypes.contains(type) || type.hasPrefix("wp_") }

    var id: String? { text("post_id") }
    var type: String { text("post_type") ?? "post" }
    var status: String { text("status") ?? "publish" }
    var hasPassword: Bool { text("post_password") != nil }

    /// The text of a child element, in any namespace; nil if it is missing or empty.
    private func text(_ local: String) -> String? { element.child(local)?.text.meaningful }

    /// Returns the record, and remarks about parts of the content that were not converted, such as unknown shortcodes.
    ///
    /// - Parameter remarks: Receives warnings about the record itself.
    func json(_ index: WordPressIndex, remarks: inout [String]) -> (record: JSONValue, contentRemarks: Set<String>) {
        var content = WordPressContent(index, post: id)
        let html = content.html(Self.encoded(of: element, "content") ?? "")
        let meta = meta
        let featured = meta.first { $0.key == "_thumbnail_id" }.flatMap { index.attachments[$0.value] }
        var dates = FeedItem()
        // WordPress writes the date -0001 into pubDate of a draft that has none.
        let hasNoDate = text("post_date")?.hasPrefix("0000") == true
        let published =
            date("post_date", of: "published", &dates) ?? (hasNoDate ? nil : element.text(.rss, "pubDate").flatMap(FeedTextConverter.date))
        let updated = date("post_modified", of: "updated", &dates)
        remarks += dates.remarks
        let record: JSONValue = [
            "id": id.map(Self.number) ?? .null, "type": .string(type), "status": .string(status), "slug": .optional(text("post_name")),
            "title": .optional(element.text(.rss, "title")), "url": .optional(element.text(.rss, "link")),
            "published": .optional(published),
            "updated": .optional(updated), "author": author(index), "categories": terms("category"), "tags": terms("post_tag"),
            "terms": otherTerms, "content": .string(html), "excerpt": .optional(Self.excerpt(of: element)),
            "featured_image": featured.map(Self.image) ?? .null, "attachment_url": .optional(text("attachment_url")),
            "parent": text("post_parent").flatMap { $0 == "0" ? nil : Self.number($0) } ?? .null,
            "menu_order": text("menu_order").map(Self.number) ?? .null, "sticky": .bool(text("is_sticky") == "1"),
            "has_password": .bool(hasPassword), "comments": .array(comments), "meta": Self.object(meta),
        ]
        return (record, content.remarks)
    }

    /// An identifier as a number, as WordPress counts; a string for another text.
    private static func number(_ text: String) -> JSONValue { Int(text).map { .number(JSONNumber($0)) } ?? .string(text) }

    /// A date: in UTC if the export has it, otherwise the local time of the site, which has no zone. Drafts have neither.
    private func date(_ name: String, of field: String, _ dates: inout FeedItem) -> String? {
        func isDate(_ text: String) -> Bool { !text.hasPrefix("0000") }
        if let universal = text(name + "_gmt"), isDate(universal) {
            return FeedTextConverter.date(universal + "Z") ?? dates.date(universal, of: field)
        }
        return dates.date(text(name).flatMap { isDate($0) ? $0 : nil }, of: field)
    }

    private func author(_ index: WordPressIndex) -> JSONValue {
        guard let login = element.text(.dublinCore, "creator") else { return .null }
        let author = index.authors[login]
        return [
            "login": .string(login), "name": .optional(author?.name.map(FeedTextConverter.decoded)), "email": .optional(author?.email),
        ]
    }

    private static func image(_ attachment: WordPressAttachment) -> JSONValue {
        [
            "url": .string(attachment.url), "alt": .optional(attachment.alternative), "title": .optional(attachment.title),
            "caption": .optional(attachment.caption),
        ]
    }

    /// The terms of a taxonomy, each with its name and slug.
    private func terms(_ taxonomy: String) -> JSONValue {
        let terms = element.all(.rss, "category").filter { Self.taxonomy(of: $0) == taxonomy }
        // Old exports write a term twice, first without its slug.
        let named = Set(terms.filter { $0.value("nicename") != nil }.map(\.text))
        return .array(terms.filter { $0.value("nicename") != nil || !named.contains($0.text) }.compactMap(Self.term))
    }

    /// The taxonomy of a term. Old exports write `tag` for `post_tag`, and repeat terms without a taxonomy: nil for these.
    private static func taxonomy(of category: XMLElement) -> String? {
        category.value("domain").map { $0 == "tag" ? "post_tag" : $0 }
    }

    private static func term(_ category: XMLElement) -> JSONValue? {
        guard let name = category.text.meaningful else { return nil }
        return ["name": .string(FeedTextConverter.decoded(name)), "slug": .optional(category.value("nicename"))]
    }

    /// The terms of taxonomies other than categories and tags, by the taxonomy.
    private var otherTerms: JSONValue {
        var names: [String] = []
        var groups: [String: [JSONValue]] = [:]
        for category in element.all(.rss, "category") {
            guard let taxonomy = Self.taxonomy(of: category), taxonomy != "category", taxonomy != "post_tag", let term = Self.term(category)
            else { continue }
            if groups[taxonomy] == nil { names.append(taxonomy) }
            groups[taxonomy, default: []].append(term)
        }
        return .object(JSONObject(names.map { ($0, .array(groups[$0] ?? [])) }))
    }

    /// The approved comments, in the order of the export.
    private var comments: [JSONValue] {
        element.children.filter { $0.name.local == "comment" && $0.child("comment_approved")?.text.meaningful == "1" }.map { comment in
            func text(_ name: String) -> String? { comment.child("comment_" + name)?.text.meaningful }
            let moment = text("date_gmt").flatMap { $0.hasPrefix("0000") ? nil : FeedTextConverter.date($0 + "Z") }
            let type = text("type") ?? "comment"
            return [
                "id": text("id").map(Self.number) ?? .null, "parent": text("parent").flatMap { $0 == "0" ? nil : Self.number($0) } ?? .null,
                "type": .string(type), "author": ["name": .optional(text("author")), "url": .optional(text("author_url"))],
                "published": .optional(moment ?? text("date").flatMap(FeedTextConverter.date)),
                "content": .string(ParagraphWriter.html(text("content") ?? "")),
            ]
        }
    }

    /// The custom fields (post meta) in the order of the export, also those that plug-ins have added.
    private var meta: [(key: String, value: String)] {
        element.children.filter { $0.name.local == "postmeta" }.compactMap { meta in
            meta.child("meta_key")?.text.meaningful.map { ($0, meta.child("meta_value")?.text ?? "") }
        }
    }

    /// Returns the custom fields as an object. A key that occurs several times gets an array.
    private static func object(_ meta: [(key: String, value: String)]) -> JSONValue {
        var names: [String] = []
        var values: [JSONKey: [JSONValue]] = [:]
        for (key, value) in meta {
            if values[JSONKey(key)] == nil { names.append(key) }
            values[JSONKey(key), default: []].append(.string(value))
        }
        return .object(
            JSONObject(
                names.map { name in
                    let list = values[JSONKey(name)] ?? []
                    return (name, list.count == 1 ? list[0] : .array(list))
                }))
    }

    /// The value of a custom field; nil if it is missing or empty.
    static func meta(of element: XMLElement, _ key: String) -> String? {
        element.children.first { $0.name.local == "postmeta" && $0.child("meta_key")?.text == key }?.child("meta_value")?.text.meaningful
    }

    /// The excerpt of an item.
    static func excerpt(of element: XMLElement) -> String? { encoded(of: element, "excerpt") }

    /// The content or excerpt of an item. Both are called `encoded`, in different namespaces.
    private static func encoded(of element: XMLElement, _ kind: String) -> String? {
        element.children.first { child in
            guard child.name.local == "encoded" else { return false }
            let isExcerpt = child.name.namespace.hasPrefix("http://wordpress.org/export/") && child.name.namespace.contains("excerpt")
            return isExcerpt == (kind == "excerpt")
        }?.text.meaningful
    }
}
