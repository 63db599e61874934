internal import WebAddresses

/// Makes untrusted HTML safe to display. Keeps only what an allow-list names.
///
///     let safe = HTMLSanitizer(profile: .email).sanitized(HTMLDocument(parsing: body))
///
/// The result contains no script, foreign content (SVG, MathML), form control, frame or comment, and no URL with an unlisted
/// scheme. It is stable: a browser in no-quirks mode parses the serialized result into the same tree, so that markup cannot change its
/// meaning (mutation XSS). Sanitising the result again changes nothing.
///
/// Content hidden by a style or by the attribute `hidden` is removed where the profile does not keep that style. Line feeds that
/// `white-space` shows become line breaks for the same reason.
public struct HTMLSanitizer: Sendable {
    /// The maximum nesting depth of the result, in elements. Deeper elements are unwrapped. Browsers limit the depth too (512 in Chromium),
    /// and would then show another tree than the one that was checked.
    public static let maximumDepth = 250
    /// The maximum height that one length of a mail in a frame can set, in CSS pixels.
    public static let maximumHeight = CSSUnit.maximumHeight

    /// The treatment of images on other hosts.
    public enum RemoteImages: Sendable, Equatable {
        /// Keeps remote images as they are.
        case keep
        /// Moves the URL to the attribute ``waitingAddress``, where a script of the page can find it and no browser fetches it.
        case block
        /// Appends the percent-encoded URL to this prefix, the URL of a proxy. The prefix should end in `/`, `?`, `=` or `&`; a URL that
        /// already begins with such a prefix stays unchanged.
        case rewrite(prefix: String)
    }

    /// The attribute for the URL of an image that must not load without consent. No page has it: lazy loaders use `data-src`.
    public static let waitingAddress = "data-remote-src"

    /// The treatment of links inside the document, such as `<a href="#name">`.
    public enum InnerLinks: Sendable, Equatable {
        /// Link targets and headings keep their IDs, with the prefix of ``ContentID``, and links lead to these IDs. A link without a target
        /// becomes text.
        case follow
        /// Links stay unchanged, and no element keeps its ID: for content that links to elements of the page around it.
        case leave
    }

    /// The treatment of the style sheets of mail.
    public enum StyleSheets: Sendable, Equatable {
        /// Removes all style sheets.
        case remove
        /// Keeps the safe rules, for a frame whose height follows its content. They are in one `style` element at the start of the result.
        ///
        /// Every selector begins with the given one, which selects the elements that contain the result. Styles that would make the frame
        /// grow without end are removed, as is `!important` in style attributes. Attributes of `body` and `html` move to a block.
        case scoped(to: String)
    }

    private let allowed: HTMLAllowList
    private let scope: StyleSheetScope?
    private let remoteImages: RemoteImages
    private let innerLinks: InnerLinks
    private let sharedStyles = SharedStyleCache()

    /// Creates a sanitiser.
    ///
    /// - Parameters:
    ///   - profile: The set of elements and attributes to keep.
    ///   - remoteImages: The treatment of images with an http or https URL.
    ///   - styleSheets: The treatment of style sheets. A document that keeps them keeps the IDs that they name, and no others.
    ///   - innerLinks: The treatment of links inside the document.
    public init(
        profile: HTMLSanitizerProfile, remoteImages: RemoteImages = .keep, styleSheets: StyleSheets = .remove,
        innerLinks: InnerLinks = .follow
    ) {
        allowed = HTMLAllowList.list(for: profile)
        scope = if case .scoped(let selector) = styleSheets { StyleSheetScope(selector) } else { nil }
        self.remoteImages = remoteImages
        self.innerLinks = scope == nil ? innerLinks : .leave
    }

    /// Returns the sanitised content of the document's body, as a fragment.
    public func sanitized(_ document: HTMLDocument) -> HTMLDocument {
        var document = document
        document.resolveLazyImages()
        document.showCheckBoxes()
        if !allowed.keepsStyles { document.resolveOfficeMarkup() }
        guard let scope else { return stable(document, MailStyles()) }
        let styles = MailStyles(of: document, scope) { [document] node, tag in
            var cache = StyleCache(host: .attributeInFrame)
            return attributes(node, tag, in: document, MailStyles(host: .attributeInFrame), LinkTargets(), &cache)
        }
        var result = stable(document, styles)
        guard !styles.text.isEmpty else { return result }
        let style = result.makeElement(.style)
        let text = result.makeText(String(decoding: styles.text, as: UTF8.self))
        result.append(text, to: style)
        if let first = result.firstChild(of: result.root) {
            result.insert(style, before: first)
        } else {
            result.append(style, to: result.root)
        }
        return result
    }

    /// Filters a document until the result parses into itself.
    private func stable(_ document: HTMLDocument, _ styles: MailStyles) -> HTMLDocument {
        var cache = sharedStyles.take(for: styles.host)
        defer { sharedStyles.put(cache) }
        var result = filtered(document, styles, styles.content, &cache)
        var html = result.serializedBytes(childrenOf: result.root)
        // Removing elements can leave a tree that no parser builds, such as a block in a paragraph. Parsing the serialized tree makes it
        // stable in most cases; a few inputs need another round.
        for _ in 0..<Self.maximumRounds {
            let reparsed = filtered(HTMLDocument(parsingFragment: html.span), styles, HTMLSanitizerPass.Content(), &cache)
            let again = reparsed.serializedBytes(childrenOf: reparsed.root)
            if again == html { return reparsed }
            if again.count > html.count * 2 + Self.allowedGrowth { break }
            (result, html) = (reparsed, again)
        }
        return textOnly(result)
    }

    private static let maximumRounds = 5
    /// The number of bytes that a round may add to a document of any length.
    private static let allowedGrowth = 10_000

    /// Runs one pass over a document.
    private func filtered(
        _ source: HTMLDocument, _ styles: MailStyles, _ content: HTMLSanitizerPass.Content, _ cache: inout StyleCache
    ) -> HTMLDocument {
        // Each pass finds the targets again, because the pass before may have dropped some.
        let targets = innerLinks == .leave ? LinkTargets() : LinkTargets(of: source, places: .all, keepsUnknown: false)
        var copy = HTMLSanitizerPass(of: source, allowed, StyleCache.take(from: &cache), content) {
            attributes($0, $1, in: source, styles, targets, &$2)
        }
        let result = copy.make()
        cache = copy.styles
        return result
    }

    private func attributes(
        _ node: HTMLNode, _ tag: HTMLTag, in source: HTMLDocument, _ styles: MailStyles, _ targets: LinkTargets, _ cache: inout StyleCache
    ) -> [HTMLAttribute] {
        var kept = source.attributes(of: node) { allowed.allows($0, of: tag) || MailStyles.identities.contains($0) }
            .compactMap { attribute in
                switch attribute.name {
                case "hidden", "id": styles.identity(attribute)
                case "href":
                    allowed.filtered(attribute, &cache).flatMap { link in
                        targets.address(link.value).map { HTMLAttribute(name: "href", value: $0) }
                    }
                default: allowed.filtered(attribute, &cache)
                }
            }
        if let id = targets.id(of: node) { kept.append(HTMLAttribute(name: "id", value: id)) }
        switch tag {
        case .a where kept.contains { $0.name == "href" }:
            kept.append(HTMLAttribute(name: "rel", value: "noopener"))
        case .img: imageAttributes(&kept)
        default: break
        }
        return kept
    }

    private func imageAttributes(_ attributes: inout [HTMLAttribute]) {
        guard remoteImages != .keep, let place = attributes.firstIndex(where: { $0.name == "src" }) else { return }
        let address = attributes[place].value
        guard HTMLAddress(address).isRemote else { return }
        switch remoteImages {
        case .keep: break
        case .block: attributes[place].name = Self.waitingAddress
        case .rewrite(let prefix):
            // A prefix that ends within a host name would also match other hosts.
            let isProxied = address.hasPrefix(prefix) && prefix.last.map { "/?=&#".contains($0) } ?? false
            if !isProxied { attributes[place].value = prefix + PercentEncoding.encoded(address) }
        }
    }

    /// Returns the safe attributes of one element, for a caller that writes elements of a document that is not sanitised as a whole.
    ///
    /// - Parameters:
    ///   - node: The element.
    ///   - document: The document of the element.
    ///   - targets: The links inside the document.
    /// - Returns: The allowed attributes, or nil if the element itself is not allowed.
    package func safeAttributes(of node: HTMLNode, in document: HTMLDocument, _ targets: LinkTargets) -> [HTMLAttribute]? {
        guard allowed.verdict(on: node, of: document) == .keep else { return nil }
        var cache = StyleCache(host: .attribute)
        return attributes(node, document.tag(of: node), in: document, MailStyles(), targets, &cache)
    }

    /// Returns the plain text of a document that does not become stable.
    private func textOnly(_ document: HTMLDocument) -> HTMLDocument {
        var result = HTMLDocument()
        let text = result.makeText(document.textContent(of: document.root))
        result.append(text, to: result.root)
        return result
    }
}

/// The allow-list of a sanitiser, chosen by the kind of content.
public enum HTMLSanitizerProfile: String, Sendable, CaseIterable {
    /// For comments and descriptions: paragraphs, lists, quotes, code, emphasis and links.
    case text
    /// For e-mail: also images, layout tables, fonts and colors, and a list of harmless CSS properties.
    case email
    /// For articles: also headings, sections, figures, images and data tables; no styling.
    case article
}

/// The names in the allow-list of a profile, for programs in other languages that must follow it.
extension HTMLSanitizerProfile {
    /// The names of the allowed elements.
    public var elementNames: [String] { HTMLAllowList.list(for: self).tags.map(\.name) }

    /// The names of the attributes that at least one element may have, sorted.
    public var attributeNames: [String] { HTMLAllowList.list(for: self).attributeNames }

    /// The names of the elements that are removed with their content.
    public static var droppedElementNames: [String] { HTMLTag.allCases.filter(HTMLAllowList.drops).map(\.name) }
}

extension HTMLDocument {
    /// Puts a character in the place of each check box: no profile allows form controls, and readers must see which task is done.
    fileprivate mutating func showCheckBoxes() {
        guard mayHaveElement(.input) else { return }
        for box in elements(tag: .input) where attribute("type", of: box)?.lowercased() == "checkbox" {
            replace(box, with: makeText(attribute("checked", of: box) == nil ? "\u{2610}" : "\u{2611}"))
        }
    }
}
