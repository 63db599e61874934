/// An image in its place: room is kept for it before it comes, and its address is shown if it never does.
enum Picture {
    static func write(_ address: String, isLazy: Bool, _ page: inout Markup) {
        page.element("figure", ["class": "picture"]) { figure in
            figure.open("img", ["src": SiteAddress.valid(address), "alt": "", "loading": isLazy ? "lazy" : nil, "decoding": "async"])
            figure.element("figcaption") { caption in
                caption.text("This image cannot be shown: ")
                caption.element("span", ["class": "address"], text: address)
            }
        }
    }
}
