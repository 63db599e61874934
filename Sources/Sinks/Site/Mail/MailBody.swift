internal import HTMLParsing
internal import HTMLWriting
internal import MailParsing
internal import Pipeline
internal import Stages

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
    /// Whether the mail sets colours. They are designed for a white background.
    let hasColors: Bool
    /// The sender's own text before sanitising.
    private let document: HTMLDocument

    private static let sanitizer = HTMLSanitizer(profile: .email, remoteImages: .block)

    /// Splits and sanitises a body.
    ///
    /// - Parameters:
    ///   - light: The sender's own text, if a stage has split the body.
    ///   - quote: The quoted text that this stage has found.
    init(_ body: String, light: String? = nil, quote: Quote = .unknown) {
        let (own, rest) = Self.parts(body, light, quote)
        let cleanOwn = Self.cleaned(own)
        let cleanQuoted = rest.map(Self.cleaned)
        document = own
        self.own = cleanOwn.serialized()
        self.quoted = cleanQuoted?.serialized()
        let documents = [cleanOwn] + (cleanQuoted.map { [$0] } ?? [])
        remoteImages = documents.reduce(0) { $0 + $1.images("data-src") }
        length = cleanOwn.textContent(of: cleanOwn.root).unicodeScalars.count
        hasColors = documents.contains(where: \.hasColors)
    }

    /// Returns the beginning of the sender's own text in one line.
    func blurb(maxCharacters: Int) -> String { TextWriter().blurb(of: document, maxCharacters: maxCharacters) }

    /// Splits a body into own and quoted text, so that each part of it is in exactly one of the two.
    private static func parts(_ body: String, _ light: String?, _ quote: Quote) -> (own: HTMLDocument, quoted: HTMLDocument?) {
        switch (light, quote) {
        case (let light?, .known(let quoted)): return (HTMLDocument(body: light), quoted.map { HTMLDocument(body: $0) })
        case (nil, .known(nil)): return (HTMLDocument(body: body), nil)
        case (_, .unknown), (nil, .known): break
        }
        let found = split(body)
        // Without any quoted text found, it is unknown what the light body omits, so that the whole body counts as own.
        guard let light, found.quoted != nil else { return found }
        return (HTMLDocument(body: light), found.quoted)
    }

    private static func split(_ body: String) -> (own: HTMLDocument, quoted: HTMLDocument?) {
        if ContentFormat.auto.isHTML(body) {
            let parts = HTMLMessageParts(HTMLDocument(parsingFragment: body))
            return (parts.own, parts.quoted)
        }
        let parts = MessageParts(text: body)
        return (HTMLDocument(plainText: parts.own), parts.quoted.map { HTMLDocument(plainText: $0) })
    }

    private static func cleaned(_ document: HTMLDocument) -> HTMLDocument {
        var source = document
        source.removeHiddenImages()
        var clean = sanitizer.sanitized(source)
        // The number of tables around each table. The layout time of a browser doubles with each level of nested tables.
        var depths: [HTMLNode: Int] = [:]
        for node in Array(clean.descendants(of: clean.root)) where clean.kind(of: node) == .element {
            switch clean.tag(of: node) {
            case .a: MailRules.link(node, &clean)
            case .img: MailRules.image(node, &clean)
            case .table, .thead, .tbody, .tfoot, .tr, .td, .th, .caption, .colgroup, .col:
                let around = clean.parent(of: node).flatMap { depths[$0] } ?? 0
                let depth = clean.isHTML(node, .table) ? around + 1 : around
                depths[node] = depth
                if depth > MailRules.maximumTableDepth { depths[clean.replaceWithBlock(node)] = depth }
            default:
                depths[node] = clean.parent(of: node).flatMap { depths[$0] } ?? 0
            }
            MailRules.style(node, &clean)
        }
        return clean
    }
}
