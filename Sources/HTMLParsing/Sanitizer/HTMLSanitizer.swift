/// Makes HTML from strangers safe to show: keeps what a list allows, and nothing else.
///
///     let safe = HTMLSanitizer(profile: .email).sanitized(HTMLDocument(parsing: body))
///
/// What comes out holds no script, no style sheet, no foreign content (SVG, MathML), no form control, no frame, no comment, and no
/// address with a scheme that is not on the list. It is stable: a browser that reads it in no-quirks mode builds the same tree, so that
/// nothing can turn into something else on the way (mutation XSS). Sanitising it again changes nothing.
///
/// What a style or the attribute `hidden` hides goes away with it where the profile does not keep that style, and so do the lines that
/// `white-space` shows become line breaks.
public struct HTMLSanitizer: Sendable {
    /// How deep elements may be nested in what comes out; deeper ones go away, their content stays. Browsers have limits of their own (512
    /// in Chromium), and a tree that they cut would not be the one that was checked.
    public static let maximumDepth = 250

    /// What becomes of images that would be fetched from another host.
    public enum RemoteImages: Sendable, Equatable {
        /// They stay.
        case keep
        /// The address goes to the attribute `data-src`, where no browser fetches it and a script can find it.
        case block
        /// The address is percent-encoded and put behind this text, the way through a proxy, which should end in `/`, `?`, `=` or `&`: an
        /// address that begins with such a prefix stays as it is.
        case rewrite(prefix: String)
    }

    private let allowed: HTMLAllowList
    private let remoteImages: RemoteImages

    /// Makes a sanitiser.
    ///
    /// - Parameters:
    ///   - profile: What is kept.
    ///   - remoteImages: What becomes of images with an http or https address.
    public init(profile: HTMLSanitizerProfile, remoteImages: RemoteImages = .keep) {
        allowed = HTMLAllowList.list(for: profile)
        self.remoteImages = remoteImages
    }

    /// The safe part of a document: the content of its body, as a fragment.
    public func sanitized(_ document: HTMLDocument) -> HTMLDocument {
        var result = filtered(document)
        var html = result.serializedBytes(childrenOf: result.root)
        // Taking elements away can leave an order that a parser would not build, such as a block in a paragraph. What a parser builds from it
        // is stable as a rule; a few strange ones need another round.
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
    /// How many bytes a round may add however short the document is.
    private static let allowedGrowth = 10_000

    /// Copies what is allowed.
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
            // A prefix that ends within a host's name fits other hosts, too.
            let isThere = address.hasPrefix(prefix) && prefix.last.map { "/?=&#".contains($0) } ?? false
            if !isThere { attributes[place].value = prefix + HTMLAddress.percentEncoded(address) }
        }
    }

    /// The attributes of an element that may be written beside what is no sanitised document.
    ///
    /// - Returns: Those that the profile allows; nil if the element itself is not allowed.
    package func safeAttributes(of node: HTMLNode, in document: HTMLDocument) -> [HTMLAttribute]? {
        guard allowed.verdict(on: node, of: document) == .keep else { return nil }
        return attributes(of: node, document.tag(of: node), in: document)
    }

    /// What is left of a document that does not get stable: its text.
    private func textOnly(_ document: HTMLDocument) -> HTMLDocument {
        var result = HTMLDocument()
        let text = result.makeText(document.textContent(of: document.root))
        result.append(text, to: result.root)
        return result
    }
}
