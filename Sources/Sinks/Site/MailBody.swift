internal import HTMLParsing
internal import Pipeline

/// The body of a message, safe to be shown in a frame: the sender's own part, and what it quotes.
struct MailBody {
    let own: String
    let quoted: String?
    /// How many images wait for the reader's consent.
    let remoteImages: Int
    /// How many characters there are to read, from which the height is guessed before the frame is there.
    let length: Int
    /// Whether the mail has colours of its own, which are made for white paper.
    let hasColors: Bool

    private static let sanitizer = HTMLSanitizer(profile: .email, remoteImages: .block)

    /// Splits and cleans a body.
    ///
    /// - Parameters:
    ///   - own: The sender's own part, where a stage has found it already.
    ///   - quoted: What a stage has found to be quoted.
    init(_ body: String, own light: String? = nil, quoted: String? = nil) {
        var own = light.map(Self.document)
        var rest = quoted.map(Self.document)
        if own == nil || rest == nil {
            let whole = HTMLDocument(parsing: body)
            if Self.isHTML(whole) {
                let parts = HTMLMessageParts(whole)
                own = own ?? parts.own
                rest = rest ?? parts.quoted
            } else {
                let parts = MessageParts(text: body)
                own = own ?? Self.preformatted(parts.own)
                rest = rest ?? parts.quoted.map(Self.preformatted)
            }
        }
        let cleanOwn = Self.cleaned(own ?? HTMLDocument())
        let cleanQuoted = rest.map(Self.cleaned)
        self.own = cleanOwn.serialized()
        self.quoted = cleanQuoted?.serialized()
        let documents = [cleanOwn] + (cleanQuoted.map { [$0] } ?? [])
        remoteImages = documents.reduce(0) { $0 + $1.images("data-src") }
        length = cleanOwn.textContent(of: cleanOwn.root).utf8.count
        hasColors = documents.contains(where: \.hasColors)
    }

    private static func document(_ text: String) -> HTMLDocument {
        let document = HTMLDocument(parsing: text)
        return isHTML(document) ? document : preformatted(text)
    }

    /// Whether any element stands in the body that HTML knows: `a <b@example.com>` has none.
    private static func isHTML(_ document: HTMLDocument) -> Bool {
        document.descendants(of: document.root).contains {
            switch document.tag(of: $0) {
            case .other, .html, .head, .body: false
            default: document.kind(of: $0) == .element
            }
        }
    }

    /// Plain text, with its lines as they are.
    private static func preformatted(_ text: String) -> HTMLDocument {
        var document = HTMLDocument()
        let block = document.makeElement(.div, attributes: [HTMLAttribute(name: "style", value: "white-space:pre-wrap")])
        document.append(document.makeText(text), to: block)
        document.append(block, to: document.root)
        return document
    }

    private static func cleaned(_ document: HTMLDocument) -> HTMLDocument {
        var clean = sanitizer.sanitized(document)
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
                if depth > MailRules.maximumTableDepth { depths[MailRules.flatten(node, &clean)] = depth }
            default:
                depths[node] = clean.parent(of: node).flatMap { depths[$0] } ?? 0
            }
            MailRules.style(node, &clean)
        }
        return clean
    }
}
