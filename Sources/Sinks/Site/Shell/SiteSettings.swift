internal import Pipeline

/// The options of a site that concern all of its pages.
struct SiteSettings: Sendable {
    /// The words of the interface, and the language of the content.
    let words: SiteWords
    /// The path components of the index, relative to the sink's folder.
    let index: [String]
    /// The heading of the index; nil for the default.
    let indexTitle: String?
    /// When a thread's page loads images of mail from other hosts.
    let mailImages: MailImages
    /// Where pages fetch bodies that are not loaded; nil if they do not.
    let bodyAddress: BodyAddress?
    /// Where the site is published; nil if the pipeline does not say it.
    let web: SiteWeb?
    /// The look of the pages.
    let theme: Theme

    /// Reads the options of a step.
    init(_ options: inout OptionReader) {
        let index = options.string("index", default: "index.html", help: "The path of the index inside the sink's folder.")
        indexTitle = options.optionalString(
            "title", help: "The heading of the index; the default is \"Case studies\" or \"Conversations\" in the site's language."
        )
        .flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        let language = options.string(
            "language", default: "en",
            help: "The language of the content (BCP 47). The pages speak \(Self.languages); in other languages their own words are English."
        )
        if !SiteWords.isTag(language) {
            options.report("expected a language tag such as \"en\" or \"pt-BR\", found \"\(language.printable)\"", option: "language")
        }
        words = SiteWords(tag: language)
        mailImages = options.choice(
            "mail_images", default: MailImages.ask,
            help: "Whether images in mail that are fetched from other hosts wait until the reader asks for them, or are shown at once.")
        bodyAddress = BodyAddress(&options)
        self.index = FolderIndex.path(index, option: "index", &options)
        web = SiteWeb(&options)
        theme = Theme.read(&options)
        if let file = web?.files.first(where: isIndex) {
            options.report(
                "expected a path that no file of a site with base_url has, found \"\(index.printable)\", the path of the \(file.kind)",
                option: "index")
        }
    }

    /// Whether a file has the path of the index on some file system.
    func isIndex(_ file: SiteFileName) -> Bool { index.map { $0.lowercased() } == file.path }

    private static let languages = SiteLanguage.allCases.map(\.rawValue).joined(separator: " ")
}
