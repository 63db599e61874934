internal import HTMLParsing
internal import JSONParsing
internal import Pipeline
internal import WebAddresses

/// The options of a site that concern all of its pages.
struct SiteSettings: Sendable {
    /// The words of the interface, and the language of the content.
    let words: SiteWords
    /// The path components of the index, relative to the sink's folder.
    let index: [String]
    /// The heading of the index; nil for the default.
    let indexTitle: String?
    /// When a thread's page loads images of mail from other hosts.
    let mailImages: RemoteImageLoading
    /// The addresses from which pages fetch bodies that are not loaded; nil if pages fetch none.
    let bodyAddress: BodyAddress?
    /// The URL and the publisher of the site; nil without `base_url`.
    let web: SitePublication?
    /// The files about the site as a whole.
    let files: [SiteWideFile]
    /// The description of the site; nil if the pipeline has none.
    let summary: String?
    /// Whether each article also has a Markdown file.
    let hasMarkdown: Bool
    /// Whether headings without an ID get one.
    let headingIDs: HeadingIDs
    /// The look of the pages.
    let theme: Theme

    /// Reads the options of a step.
    init(_ options: inout OptionReader) {
        let index = options.read("index", .string, default: "index.html", help: "The path of the index inside the sink's folder.")
        indexTitle = options.readIfPresent(
            "title", .string, help: "The heading of the index; the default is \"Case studies\" or \"Conversations\" in the site's language."
        )
        .flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        let language = options.read(
            "language", .string, default: "en",
            help: "The language of the content (BCP 47). The pages speak \(Self.languages); in other languages their own words are English."
        )
        if !SiteWords.isTag(language) {
            options.report("expected a language tag such as \"en\" or \"pt-BR\", found \"\(language.printable)\"", option: "language")
        }
        words = SiteWords(tag: language)
        mailImages = options.read(
            "mail_images", .choice, default: RemoteImageLoading.ask,
            help: "Whether images in mail that are fetched from other hosts wait until the reader asks for them, or are shown at once.")
        bodyAddress = BodyAddress(&options)
        self.index = FolderIndex.path(index, option: "index", &options)
        web = SitePublication(&options)
        files = SiteWideFile.read(&options, isOnWeb: web != nil)
        summary = options.readIfPresent(
            "summary", .string, help: "What the site is about, in a sentence or two: for llms.txt and the head of the index."
        )
        .flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        hasMarkdown = options.read(
            "markdown", .boolean, default: false,
            help:
                "Whether each article also has a Markdown file beside its page, with .md in place of .html, for programs that read text. The "
                + "head of the page and llms.txt lead to it.")
        headingIDs = options.read(
            "heading_ids", .choice, default: HeadingIDs.own,
            help:
                "The IDs of headings in articles, to which links lead: own are those that they have; with github, the others get those that "
                + "GitHub gives the headings of Markdown, such as #first-steps.")
        theme = Theme.read(&options)
        if let file = files.first(where: isIndex) {
            options.report(
                "expected a path that no other file of the site has, found \"\(index.printable)\", the path of the \(file.kind)",
                option: "index")
        }
    }

    /// Whether a file has the path of the index, on file systems that ignore case, too.
    func isIndex(_ file: SiteWideFile) -> Bool { index.map { $0.lowercased() } == file.path }

    private static let languages = SiteLanguage.allCases.map(\.rawValue).joined(separator: " ")
}

/// The template of the address from which a page fetches the body of a message.
struct BodyAddress: Sendable {
    private let template: Template
    /// Scheme, host and port, the only source that the policy of the page allows.
    let origin: String

    /// Reads the option `body_url`; nil if it is missing or wrong.
    init?(_ options: inout OptionReader) {
        let option = "body_url"
        let template = options.readIfPresent(
            option, .template,
            help:
                "The address from which a page fetches the body of a message that is not loaded, once the reader opens it, with {{ jq }} of the message. The server must allow it (CORS), and gets no credentials."
        )
        guard let template else { return nil }
        if template.isSecret {
            options.report("a page is public, and its addresses must not come from the environment or another file", option: option)
            return nil
        }
        guard let origin = Self.origin(of: template.beginning) else {
            options.report(
                "expected an http(s) URL without a user that names its host and a slash before the first {{ }}", option: option)
            return nil
        }
        if template.hasProgramInFragment {
            options.report("no server gets what stands behind \"#\", and so all messages would have one address", option: option)
            return nil
        }
        if Self.hasCredential(template.beginning) {
            options.report("a page is public, and its addresses must not hold a key or token", option: option)
            return nil
        }
        self.template = template
        self.origin = origin
    }

    /// Whether a query item in front of the first program has the name of a credential, and a value.
    private static func hasCredential(_ beginning: String) -> Bool {
        let query = beginning.drop { $0 != "?" }.dropFirst()
        return query.split(separator: "&").contains { item in
            let parts = item.split(separator: "=", maxSplits: 1)
            let name = parts.first?.lowercased().filter(\.isLetter) ?? ""
            return parts.count == 2 && ["token", "secret", "passw", "apikey", "signature", "auth"].contains { name.contains($0) }
        }
    }

    /// Returns the address for a message.
    ///
    /// - Throws: ``RecordError`` for a value that is null, empty or no text, or that would lead to another path.
    func address(of message: JSONObject, at path: String) throws -> String {
        do {
            let address = HTMLAddress.valid(try template.render(Record(.object(message)), encode: AddressValue.encoded))
            guard !AddressValue.leadsElsewhere(address.prefix { $0 != "?" && $0 != "#" }) else {
                throw RecordError("the path has a segment \".\" or \"..\", which leads elsewhere")
            }
            return address
        } catch let error as RecordError {
            throw RecordError("body_url: " + error.reason, at: path)
        }
    }

    /// Returns the origin of the fixed beginning of a URL; nil if the beginning lacks a part of the host, or a slash or question mark after
    /// it.
    static func origin(of beginning: String) -> String? {
        let pattern = #/([Hh][Tt][Tt][Pp][Ss]?):\/\/([A-Za-z0-9.\-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?[\/?].*/#
        guard let match = beginning.wholeMatch(of: pattern) else { return nil }
        return (match.1 + "://" + match.2 + (match.3 ?? "")).lowercased()
    }
}
