/// Makes untrusted HTML safe to display. Keeps only what an allow-list names.
///
///     let safe = HTMLSanitizer(profile: .email).sanitized(HTMLDocument(parsing: body))
///
/// The result contains no script, style sheet, foreign content (SVG, MathML), form control, frame or comment, and no URL with an unlisted
/// scheme. It is stable: a browser in no-quirks mode parses the serialized result into the same tree, so that markup cannot change its
/// meaning (mutation XSS). Sanitising the result again changes nothing.
///
/// Content hidden by a style or by the attribute `hidden` is removed where the profile does not keep that style. Line feeds that
/// `white-space` shows become line breaks for the same reason.
public struct HTMLSanitizer: Sendable {
    /// The maximum nesting depth of the result, in elements. Deeper elements are unwrapped. Browsers limit the depth too (512 in Chromium),
    /// and would then show another tree than the one that was checked.
    public static let maximumDepth = 250

    /// The treatment of images on other hosts.
    public enum RemoteImages: Sendable, Equatable {
        /// Keeps them.
        case keep
        /// Moves the URL to the attribute `data-src`, where a script can find it and no browser fetches it.
        case block
        /// Appends the percent-encoded URL to this prefix, the URL of a proxy. The prefix should end in `/`, `?`, `=` or `&`; a URL that
        /// already begins with such a prefix stays unchanged.
        case rewrite(prefix: String)
    }

    private let allowed: HTMLAllowList
    private let remoteImages: RemoteImages

    /// Creates a sanitiser.
    ///
    /// - Parameters:
    ///   - profile: The set of elements and attributes to keep.
    ///   - remoteImages: The treatment of images with an http or https URL.
    public init(profile: HTMLSanitizerProfile, remoteImages: RemoteImages = .keep) {
        allowed = HTMLAllowList.list(for: profile)
        self.remoteImages = remoteImages
    }

    /// Returns the sanitised content of the document's body, as a fragment.
    public func sanitized(_ document: HTMLDocument) -> HTMLDocument {
        var result = filtered(document)
        var html = result.serializedBytes(childrenOf: result.root)
        // Removing elements can leave a tree that no parser builds, such as a block in a paragraph. Parsing the serialized tree makes it
        // stable in most cases; a few inputs need another round.
        for _ in 0..<Self.maximumRounds {
            let reparsed = filtered(HTMLDocument(parsingFragment: html.span))
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
    private func filtered(_ source: HTMLDocument) -> HTMLDocument {
        var copy = HTMLFilteredCopy(of: source, allowed) { node, tag in attributes(of: node, tag, in: source) }
        return copy.make()
    }

    private func attributes(of node: HTMLNode, _ tag: HTMLTag, in source: HTMLDocument) -> [HTMLAttribute] {
        var kept = source.attributes(of: node).compactMap { allowed.filtered($0, of: tag) }
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
        case .block: attributes[place].name = "data-src"
        case .rewrite(let prefix):
            // A prefix that ends within a host name would also match other hosts.
            let isProxied = address.hasPrefix(prefix) && prefix.last.map { "/?=&#".contains($0) } ?? false
            if !isProxied { attributes[place].value = prefix + HTMLAddress.percentEncoded(address) }
        }
    }

    /// Returns the safe attributes of one element, for a caller that writes elements of a document that is not sanitised as a whole.
    ///
    /// - Returns: The allowed attributes, or nil if the element itself is not allowed.
    package func safeAttributes(of node: HTMLNode, in document: HTMLDocument) -> [HTMLAttribute]? {
        guard allowed.verdict(on: node, of: document) == .keep else { return nil }
        return attributes(of: node, document.tag(of: node), in: document)
    }

    /// Returns the plain text of a document that does not become stable.
    private func textOnly(_ document: HTMLDocument) -> HTMLDocument {
        var result = HTMLDocument()
        let text = result.makeText(document.textContent(of: document.root))
        result.append(text, to: result.root)
        return result
    }
}
