internal import Synchronization

/// The filtered forms of style attributes. Mails repeat the same few styles on most of their elements.
struct StyleCache {
    /// Where the declarations stand.
    let host: CSSDeclarationFilter.DeclarationHost
    private var known: [String: String] = [:]
    /// The effects of filtered style attributes on the visibility of text, by their source.
    private var inlineStyles: [String: HTMLInlineStyle] = [:]

    private static let maximumCount = 512
    /// Longer styles, in bytes, are rarely repeated.
    private static let maximumBytes = 512

    init(host: CSSDeclarationFilter.DeclarationHost) { self.host = host }

    /// Whether no more styles fit.
    var isFull: Bool { known.count >= Self.maximumCount || inlineStyles.count >= Self.maximumCount }

    /// Returns the allowed declarations of a style attribute.
    mutating func filtered(_ style: String) -> String {
        guard Self.isShort(style) else { return CSSDeclarationFilter.filtered(style, for: host) }
        if let declarations = known[style] { return declarations }
        let declarations = CSSDeclarationFilter.filtered(style, for: host)
        if known.count < Self.maximumCount { known[style] = declarations }
        return declarations
    }

    /// Reads declarations that ``filtered(_:)`` has returned.
    mutating func inlineStyle(_ declarations: String) -> HTMLInlineStyle {
        guard Self.isShort(declarations) else { return HTMLInlineStyle(declarations) }
        if let style = inlineStyles[declarations] { return style }
        let style = HTMLInlineStyle(declarations)
        if inlineStyles.count < Self.maximumCount { inlineStyles[declarations] = style }
        return style
    }

    /// Moves the styles out of a variable, so that changing them copies nothing.
    static func take(from cache: inout StyleCache) -> StyleCache {
        let taken = cache
        cache = StyleCache(host: taken.host)
        return taken
    }

    /// Whether a style is short and ASCII. Other strings can be equal although their bytes differ.
    private static func isShort(_ style: String) -> Bool {
        style.utf8.count <= maximumBytes && style.utf8.allSatisfy { $0 < 0x80 }
    }
}

/// Keeps the filtered styles between documents. A class, because all copies of a sanitiser share it, also on several threads.
final class SharedStyleCache: Sendable {
    private let kept = Mutex<StyleCache?>(nil)

    /// Returns the kept styles for one document. Another thread gets an empty cache until they are put back.
    func take(for host: CSSDeclarationFilter.DeclarationHost) -> StyleCache {
        let taken = kept.withLock { kept in
            defer { kept = nil }
            return kept
        }
        // A full cache holds styles of earlier mails, and takes no new ones.
        guard let taken, taken.host == host, !taken.isFull else { return StyleCache(host: host) }
        return taken
    }

    /// Keeps the styles for the next document.
    func put(_ cache: consuming StyleCache) {
        let cache = cache
        kept.withLock { $0 = cache }
    }
}
