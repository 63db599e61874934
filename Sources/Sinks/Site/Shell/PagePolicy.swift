/// The content security policies of the kinds of pages.
enum PagePolicy {
    /// Returns the content security policy of a page.
    ///
    /// - Parameter theme: The style sheet of the theme; empty if there is none.
    /// - SeeAlso: [CSP 3](https://www.w3.org/TR/CSP3/)
    static func text(for kind: PageKind, theme: String = "") -> String {
        let scripts = [kind.headScript, kind.script].compactMap { $0 }.map(ContentHash.source).joined(separator: " ")
        return "default-src 'none'; script-src \(scripts); \(kind.stylePolicy(theme: theme)); img-src 'self' http: https: data:; "
            + "base-uri 'none'; form-action 'none'"
    }
}
