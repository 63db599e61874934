// What the theme adds to every page.
extension PageShell {
    /// Writes the icon and the rules of the theme into the head of a page.
    func theme(_ head: inout Markup) {
        head.open("link", ["rel": "icon", "href": settings.theme.icon])
        head.newline()
        if !settings.theme.style.isEmpty {
            head.raw(settings.theme.style, in: "style")
            head.newline()
        }
    }

    /// Writes the logo and the header of the theme, above the content of a page.
    ///
    /// - Parameter path: The path components of the page; nil for a page that is shown at any URL.
    func header(at path: [String]?, _ page: inout Markup) {
        let theme = settings.theme
        guard theme.logo != nil || theme.header != nil else { return }
        page.element("div", ["class": "site-header"]) { header in
            if let logo = theme.logo {
                header.element("a", ["class": "logo", "href": home(from: path)]) {
                    $0.open("img", ["src": logo, "alt": publisher])
                }
            }
            if let section = theme.header { header.document(section.document(linkedFrom: start(from: path))) }
        }
        page.newline()
    }

    /// Writes the footer of the theme, below the content of a page.
    func footer(at path: [String]?, _ page: inout Markup) {
        guard let section = settings.theme.footer else { return }
        page.element("footer", ["class": "site-footer"]) { $0.document(section.document(linkedFrom: start(from: path))) }
        page.newline()
    }

    /// The URL of the index.
    private func home(from path: [String]?) -> String {
        guard let path else { return settings.web?.base.address(of: settings.index) ?? "" }
        return FolderAddress.relative(from: path, to: settings.index)
    }

    /// The URL of the sink's folder, with a slash at its end; empty for a page in the folder itself.
    private func start(from path: [String]?) -> String {
        guard let path else { return settings.web?.base.address ?? "" }
        return String(repeating: "../", count: path.count - 1)
    }
}
