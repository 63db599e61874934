internal import Pipeline
internal import XMLParsing

/// A file of the media library, as far as posts need it.
struct WordPressAttachment: Equatable, Sendable {
    var url: String
    var title: String?
    /// The text for readers that do not see the image.
    var alternative: String?
    var caption: String?

    /// The extensions of files that WordPress takes, and that are no images.
    private static let otherExtensions: Set<String> = [
        "pdf", "doc", "docx", "odt", "rtf", "xls", "xlsx", "ods", "csv", "ppt", "pptx", "pps", "ppsx", "odp", "key", "txt", "psd",
        "zip", "gz", "rar", "7z", "mp3", "m4a", "ogg", "oga", "wav", "flac", "wma", "mp4", "m4v", "mov", "wmv", "avi", "mpg", "mpeg",
        "ogv", "webm", "3gp",
    ]

    /// Whether the name of the file says that it is no image.
    var isOtherFile: Bool {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        guard let dot = path.lastIndex(of: ".") else { return false }
        return Self.otherExtensions.contains(path[path.index(after: dot)...].lowercased())
    }
}

/// An author of an export.
struct WordPressAuthor: Equatable, Sendable {
    var name: String?
    var email: String?
}

/// The attachments and the authors that posts of an export refer to. They may stand anywhere in the files of the export.
struct WordPressIndex: Sendable {
    /// The limit of the texts of an index, in bytes: about a million attachments.
    private static let maxBytes = 256 << 20
    /// The memory of an entry besides its texts, in bytes.
    private static let entryBytes = 200

    private(set) var attachments: [String: WordPressAttachment] = [:]
    /// The identifiers of the attachments that belong to a post, by that of the post.
    private(set) var children: [String: [String]] = [:]
    /// The authors by their logins.
    private(set) var authors: [String: WordPressAuthor] = [:]
    private var bytes = 0

    /// Adds an author, or an item if it is an attachment.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `badData` if there are too many.
    mutating func add(_ element: XMLElement) throws {
        if element.name.local == "author" {
            guard let login = element.child("author_login")?.text.meaningful else { return }
            try count([login])
            authors[login] = WordPressAuthor(
                name: element.child("author_display_name")?.text.meaningful, email: element.child("author_email")?.text.meaningful)
            return
        }
        guard let id = element.child("post_id")?.text.meaningful, element.child("post_type")?.text.meaningful == "attachment",
            let url = (element.child("attachment_url") ?? element.child("guid"))?.text.meaningful
        else { return }
        let attachment = WordPressAttachment(
            url: url, title: element.first(.rss, "title")?.text.meaningful,
            alternative: WordPressItem.meta(of: element, "_wp_attachment_image_alt"), caption: WordPressItem.excerpt(of: element))
        try count([id, url, attachment.title, attachment.alternative, attachment.caption])
        attachments[id] = attachment
        if let parent = element.child("post_parent")?.text.meaningful, parent != "0" { children[parent, default: []].append(id) }
    }

    private mutating func count(_ texts: [String?]) throws {
        bytes += texts.reduce(Self.entryBytes) { $0 + ($1?.utf8.count ?? 0) }
        guard bytes <= Self.maxBytes else {
            throw PipelineFailure(.badData, "the attachments and authors of the export take more than \(Self.maxBytes) bytes")
        }
    }
}
