internal import HTMLParsing
internal import HTMLWriting
internal import MailParsing
internal import Pipeline
internal import Stages

/// The body of a message, safe to be shown in a frame: the sender's own part, and what it quotes.
struct MailBody {
    /// What is known of the quote in a body.
    enum Quote {
        /// Quotes were not looked for yet.
        case unknown
        /// A stage has looked, and found this, or nothing.
        case known(String?)
    }

    let own: String
    let quoted: String?
    /// How many images wait for the reader's consent.
    let remoteImages: Int
    /// How many characters there are to read, from which the height is guessed before the frame is there.
    let length: Int
    /// Whether the mail has colours of its own, which are made for white paper.
    let hasColors: Bool
    /// The sender's own part as it came.
    private let document: HTMLDocument

    private static let sanitizer = HTMLSanitizer(profile: .email, remoteImages: .block)

    /// Splits and cleans a body.
    ///
    /// - Parameters:
    ///   - light: The sender's own part, where a stage has found it already.
    ///   - quote: What that stage has found to be quoted.
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

    /// The beginning of the sender's own part in one line.
    func blurb(maxCharacters: Int) -> String { TextWriter().blurb(of: document, maxCharacters: maxCharacters) }

    /// Every part of a body is in one of the two, and none in both.
    private static func parts(_ body: String, _ light: String?, _ quote: Quote) -> (own: HTMLDocument, quoted: HTMLDocument?) {
        switch (light, quote) {
        case (let light?, .known(let quoted)): return (HTMLDocument(body: light), quoted.map { HTMLDocument(body: $0) })
        case (nil, .known(nil)): return (HTMLDocument(body: body), nil)
        case (_, .unknown), (nil, .known): break
        }
        let found = split(body)
        // Where nothing is found, it is not known what the light body leaves out.
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
        source.removeUnseenImages()
        var clean = sanitizer.sanitized(source)
        // How many tables stand around each table. The time that a browser needs for tables in tables doubles with each of them.
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
