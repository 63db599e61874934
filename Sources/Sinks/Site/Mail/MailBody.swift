internal import HTMLParsing
internal import HTMLWriting
internal import MailParsing
internal import Pipeline
internal import Stages

/// When a thread's page loads images of mail from other hosts: after the reader's consent, or at once.
enum RemoteImageLoading: String, CaseIterable, Sendable { case ask, show }

/// The body of a message, sanitised for display in a frame: the sender's own text and the quoted text.
struct MailBody {
    /// The result of an earlier stage that has looked for quoted text.
    enum Quote {
        /// No stage has looked for quoted text.
        case unknown
        /// A stage has looked, and found this text, or nil for none.
        case known(String?)
    }

    let own: String
    let quoted: String?
    /// The number of remote images, which load only with the reader's consent.
    let remoteImages: Int
    /// The number of characters of the own text, from which the script estimates the height of a frame before it is loaded.
    let length: Int
    /// Whether the mail sets colors. They are designed for a white background.
    let hasColors: Bool
    /// The indexes of the attachments that the body shows as inline images.
    let carriedAttachments: Set<Int>
    /// Sentences about content that the body leaves out.
    let remarks: [String]
    /// The sender's own text before sanitising.
    private let document: HTMLDocument
    private let cleanOwn: HTMLDocument
    private let cleanQuoted: HTMLDocument?

    /// The style sheets of a mail are scoped to the two blocks of its frame, for own and quoted text.
    private static let sanitizer = HTMLSanitizer(
        profile: .email, remoteImages: .block, styleSheets: .scoped(to: ":where(#own, #quoted)"))

    /// Splits and sanitises a body.
    ///
    /// - Parameters:
    ///   - light: The sender's own text, if a stage has split the body.
    ///   - quote: The quoted text that this stage has found.
    ///   - format: The format of the texts.
    ///   - inline: The attachments that `cid:` images name.
    /// - Throws: `CancellationError`, between steps that take long for a large mail.
    init(
        _ body: String, light: String? = nil, quote: Quote = .unknown, format: ContentFormat = .auto,
        inline: InlineImages = InlineImages([])
    ) throws {
        try Task.checkCancellation()
        var remarks: [String] = []
        var (own, rest) = Self.parts(body, light, quote, format, &remarks)
        var inline = inline
        inline.place(in: &own)
        if var quoted = rest {
            inline.place(in: &quoted)
            rest = quoted
        }
        carriedAttachments = inline.carried
        self.remarks = Set(remarks).sorted() + own.macroRemarks + (rest?.macroRemarks ?? [])
        cleanOwn = try Self.cleaned(own)
        cleanQuoted = try rest.map(Self.cleaned)
        try Task.checkCancellation()
        document = own
        self.own = cleanOwn.serialized()
        self.quoted = cleanQuoted?.serialized()
        let documents = [cleanOwn] + (cleanQuoted.map { [$0] } ?? [])
        remoteImages = documents.reduce(0) { $0 + $1.images(HTMLSanitizer.waitingAddress) }
        length = cleanOwn.textLength
        hasColors = documents.contains(where: \.hasColors)
    }

    /// Returns the HTML of both parts for a page without scripts.
    ///
    /// - Parameter images: Whether images of other hosts are shown.
    func standalone(images: RemoteImageLoading) -> (own: String, quoted: String?) {
        func html(_ part: HTMLDocument, _ sanitized: String) -> String {
            StandaloneMail.document(of: part, isOnWhite: hasColors, hasImages: remoteImages > 0, images: images)?.serialized() ?? sanitized
        }
        guard let cleanQuoted, let quoted else { return (html(cleanOwn, own), nil) }
        return (html(cleanOwn, own), html(cleanQuoted, quoted))
    }

    /// Returns the beginning of the sender's own text in one line.
    func blurb(maxCharacters: Int) -> String { TextWriter().blurb(of: document, maxCharacters: maxCharacters) }

    /// Splits a body into own and quoted text, so that each part of it is in exactly one of the two.
    private static func parts(
        _ body: String, _ light: String?, _ quote: Quote, _ format: ContentFormat, _ remarks: inout [String]
    ) -> (own: HTMLDocument, quoted: HTMLDocument?) {
        /// Makes a document of a body, with the attributes of its `html` and `body`.
        func whole(_ body: String) -> HTMLDocument {
            let markup = format.markup(in: body)
            remarks += format.remarks(on: markup)
            return markup?.document(isFragment: false) ?? HTMLDocument(plainText: body)
        }
        switch (light, quote) {
        case (let light?, .known(let quoted)): return (whole(light), quoted.map(whole))
        case (nil, .known(nil)): return (whole(body), nil)
        case (_, .unknown), (nil, .known): break
        }
        let found = split(body, format, &remarks)
        // If no quoted text is found, nothing tells what `light` omits: the whole body then counts as own text.
        guard let light, found.quoted != nil else { return found }
        return (whole(light), found.quoted)
    }

    private static func split(
        _ body: String, _ format: ContentFormat, _ remarks: inout [String]
    ) -> (own: HTMLDocument, quoted: HTMLDocument?) {
        if let markup = format.markup(in: body) {
            remarks += format.remarks(on: markup)
            let parts = HTMLMessageParts(markup.document(isFragment: false))
            return (parts.own, parts.quoted)
        }
        let parts = MessageParts.ownAndQuoted(text: body)
        return (HTMLDocument(plainText: parts.own), parts.quoted.map { HTMLDocument(plainText: $0) })
    }

    private static func cleaned(_ document: HTMLDocument) throws -> HTMLDocument {
        try Task.checkCancellation()
        var clean = sanitizer.sanitized(document)
        try Task.checkCancellation()
        // The ancestors of the current element, each with the numbers of tables and automatic directions around its children. The layout
        // time of a browser doubles with each level of nested tables. For each level of `dir=auto`, a browser searches the text for a
        // letter.
        var ancestors = [(node: clean.root, tables: 0, directions: 0)]
        var places = MailSizeLimits.maximumSpannedPlaces
        for node in Array(clean.descendants(of: clean.root)) where clean.kind(of: node) == .element {
            let parent = clean.parent(of: node)
            while ancestors.count > 1, ancestors[ancestors.count - 1].node != parent { ancestors.removeLast() }
            var (place, tables, directions) = (node, ancestors[ancestors.count - 1].tables, ancestors[ancestors.count - 1].directions)
            if clean.attributeRange("dir", of: node) != nil, clean.attribute("dir", of: node)?.lowercased() == "auto" {
                directions += 1
                if directions > MailRules.maximumDirectionDepth { clean.setAttribute("dir", to: nil, of: node) }
            }
            switch clean.tag(of: node) {
            case .a: MailRules.link(node, &clean)
            case .img: MailRules.image(node, &clean)
            case .table, .thead, .tbody, .tfoot, .tr, .td, .th, .caption, .colgroup, .col:
                if clean.isHTML(node, .table) { tables += 1 }
                MailRules.spans(node, &clean, &places)
                if tables > MailRules.maximumTableDepth { place = clean.replaceWithBlock(node) }
            default: break
            }
            MailRules.measures(node, &clean)
            ancestors.append((place, tables, directions))
        }
        return clean
    }
}

/// A part of a sanitised mail as a page without scripts shows it: with readable text, and with images of other hosts or links to them.
///
/// Without scripts, the page cannot ask the reader, so that the option `mail_images` decides whether these images are shown.
enum StandaloneMail {
    /// Returns the document for such a page; nil if the sanitised one can be shown as it is.
    ///
    /// - Parameters:
    ///   - mail: The sanitised part of the mail.
    ///   - isOnWhite: Whether the mail is shown on white.
    ///   - hasImages: Whether any part of the mail has images of other hosts.
    ///   - images: The option `mail_images`.
    static func document(of mail: HTMLDocument, isOnWhite: Bool, hasImages: Bool, images: RemoteImageLoading) -> HTMLDocument? {
        let readable = ReadableMail.changed(mail, isOnWhite: isOnWhite)
        let tables = DataTable.all(in: mail)
        guard hasImages || !tables.isEmpty else { return readable }
        var document = readable ?? mail
        for table in tables { document.setAttribute(DataTable.mark, to: "", of: table) }
        for image in document.elements(tag: .img) {
            guard let address = document.attribute(HTMLSanitizer.waitingAddress, of: image) else { continue }
            document.setAttribute(HTMLSanitizer.waitingAddress, to: nil, of: image)
            switch images {
            case .show: document.setAttribute("src", to: address, of: image)
            case .ask: replace(image, withLinkTo: address, in: &document)
            }
        }
        return document
    }

    /// Replaces an image by a link with its alternative text. An image without such text, or in a link, stays without an address.
    private static func replace(_ image: HTMLNode, withLinkTo address: String, in document: inout HTMLDocument) {
        let text = document.attribute("alt", of: image) ?? ""
        if text.allSatisfy(\.isWhitespace) || isInLink(image, document) { return }
        let link = document.makeElement(
            .a, attributes: [HTMLAttribute(name: "href", value: address), HTMLAttribute(name: "rel", value: "noopener noreferrer")])
        document.append(document.makeText(text), to: link)
        document.replace(image, with: link)
    }

    private static func isInLink(_ node: HTMLNode, _ document: HTMLDocument) -> Bool {
        var parent = document.parent(of: node)
        while let node = parent {
            if document.isHTML(node, .a) { return true }
            parent = document.parent(of: node)
        }
        return false
    }
}
