internal import Checksums

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A kind of page, with the style sheet and the script that it carries.
enum PageKind: CaseIterable, Sendable {
    case index, article, thread
    /// The list of all messages of a long thread.
    case messages

    /// The style sheet of the page.
    var style: String {
        switch self {
        case .index: PageStyle.index
        case .article: PageStyle.article
        case .thread: PageStyle.thread
        case .messages: PageStyle.messages
        }
    }

    /// The script of the page, and the words that it shows.
    var script: PageScript {
        switch self {
        case .index: .index
        case .article: .article
        case .thread: .thread
        case .messages: .messages
        }
    }

    /// A script that runs before the page has any content.
    var headScript: String? { self == .thread ? ScriptFile.threadHead : nil }

    /// The directives of the policy for styles.
    ///
    /// Frames inherit the policy of the page. A thread's page must therefore allow the style sheets and the style attributes of mail, which
    /// the sanitiser has made safe.
    ///
    /// - Parameter theme: The style sheet of the theme; empty if there is none.
    func stylePolicy(theme: String) -> String {
        switch self {
        case .index, .article, .messages:
            "style-src " + [style, theme].filter { !$0.isEmpty }.map(ContentHash.source).joined(separator: " ")
        case .thread: "style-src 'unsafe-inline'"
        }
    }
}

/// The content security policies of the kinds of pages.
enum PagePolicy {
    /// Returns the content security policy of a page.
    ///
    /// - Parameter theme: The style sheet of the theme; empty if there is none.
    /// - SeeAlso: [CSP 3](https://www.w3.org/TR/CSP3/)
    static func text(for kind: PageKind, theme: String = "") -> String {
        let scripts = [kind.headScript, kind.script.text].compactMap { $0 }.map(ContentHash.source).joined(separator: " ")
        return "default-src 'none'; script-src \(scripts); \(kind.stylePolicy(theme: theme)); img-src 'self' http: https: data:; "
            + "base-uri 'none'; form-action 'none'"
    }
}

/// The hash by which a policy identifies a style sheet or a script of the page.
///
/// - SeeAlso: [CSP 3, source lists](https://www.w3.org/TR/CSP3/#framework-directive-source-list)
enum ContentHash {
    /// Returns the hash of a text as a source of a policy.
    static func source(_ text: String) -> String {
        var hash = SHA256Hasher()
        hash.update(Array(text.utf8))
        return "'sha256-\(Data(hash.digest()).base64EncodedString())'"
    }
}
