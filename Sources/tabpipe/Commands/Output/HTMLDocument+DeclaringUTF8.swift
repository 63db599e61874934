internal import HTMLParsing

extension HTMLDocument {
    /// Replaces declarations of another encoding, because the program writes documents in UTF-8.
    ///
    /// - SeeAlso: [HTML 4.2.5.4, Specifying the document's character encoding](https://html.spec.whatwg.org/multipage/semantics.html#charset)
    mutating func declareUTF8() {
        guard let declared = declaredEncoding, declared != .utf8 else { return }
        for node in Array(descendants(of: root)) where isHTML(node, .meta) {
            if attribute("charset", of: node) != nil {
                setAttribute("charset", to: "utf-8", of: node)
            } else if attribute("http-equiv", of: node)?.lowercased() == "content-type" {
                setAttribute("content", to: "text/html; charset=utf-8", of: node)
            }
        }
    }
}
