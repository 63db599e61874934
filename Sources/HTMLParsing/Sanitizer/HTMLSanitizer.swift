/// Makes HTML from strangers safe to show: keeps what a list allows, and nothing else.
///
///     let safe = HTMLSanitizer(profile: .email).sanitized(HTMLDocument(parsing: body))
///
/// What comes out holds no script, no style sheet, no foreign content (SVG, MathML), no form control, no frame, no comment, and no
/// address with a scheme that is not on the list. It is stable: a browser that reads it in no-quirks mode builds the same tree, so that
/// nothing can turn into something else on the way (mutation XSS). Sanitising it again changes nothing.
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
        return textAlone(result)
    }

    private static let maximumRounds = 5
    /// How many bytes a round may add however short the document is.
    private static let allowedGrowth = 10_000

    /// Steps through the document and copies what is allowed.
    private func filtered(_ source: HTMLDocument) -> HTMLDocument {
        var result = HTMLDocument()
        // For the current node and each node above it: where in the result its children go, and how deep that is.
        var targets = [(node: result.root, depth: 0)]
        // What stood in a block or a cell of its own must not run into its neighbours when that goes.
        func separate(_ node: HTMLNode) {
            guard allowed.isBlock(node, of: source), allowed.verdict(on: node, of: source) == .unwrap else { return }
            let space = result.makeText("\n")
            result.append(space, to: targets[targets.count - 1].node)
        }
        func leave(_ node: HTMLNode) {
            targets.removeLast()
            separate(node)
        }
        var upcoming = source.firstChild(of: source.root)
        while let node = upcoming {
            var descends = false
            let target = targets[targets.count - 1]
            switch source.kind(of: node) {
            case .text:
                let text = result.makeText(source.text(of: node))
                result.append(text, to: target.node)
            case .element:
                switch allowed.verdict(on: node, of: source) {
                case .drop: break
                case .unwrap:
                    separate(node)
                    targets.append(target)
                    descends = true
                case .keep where target.depth >= Self.maximumDepth:
                    targets.append(target)
                    descends = true
                case .keep:
                    let tag = source.tag(of: node)
                    let element = result.makeElement(tag, attributes: attributes(of: node, tag, in: source))
                    result.append(element, to: target.node)
                    targets.append((element, target.depth + 1))
                    descends = true
                }
            case .document, .templateContent, .comment, .documentType: break
            }
            if descends, let child = source.firstChild(of: node) {
                upcoming = child
                continue
            }
            if descends { leave(node) }
            upcoming = source.nextSibling(of: node)
            var parent = node
            while upcoming == nil, let above = source.parent(of: parent), above != source.root {
                leave(above)
                upcoming = source.nextSibling(of: above)
                parent = above
            }
        }
        return result
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

    /// What is left of a document that does not get stable: its text.
    private func textAlone(_ document: HTMLDocument) -> HTMLDocument {
        var result = HTMLDocument()
        let text = result.makeText(document.textContent(of: document.root))
        result.append(text, to: result.root)
        return result
    }
}
