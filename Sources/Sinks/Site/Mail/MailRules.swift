internal import HTMLParsing
internal import Pipeline

/// The rules for mail in a frame, in addition to the sanitiser's. A mail has no URL of its own, so that relative URLs are removed; its
/// frame is as high as its content, so that heights relative to the frame are removed.
enum MailRules {
    /// The maximum nesting depth of tables. Deeper tables become plain blocks.
    static let maximumTableDepth = 16

    /// Makes links open in a new tab, and turns links without an absolute URL into text.
    static func link(_ node: HTMLNode, _ document: inout HTMLDocument) {
        guard let address = document.attribute("href", of: node) else { return }
        if ["http", "https", "mailto", "tel", "sms"].contains(SiteAddress.scheme(of: address)) {
            document.setAttribute("target", to: "_blank", of: node)
            document.setAttribute("rel", to: "noopener noreferrer", of: node)
        } else {
            document.setAttribute("href", to: nil, of: node)
        }
    }

    /// Completes scheme-relative image URLs with https. Removes all others except absolute web URLs and `data:` URLs.
    static func image(_ node: HTMLNode, _ document: inout HTMLDocument) {
        if let address = document.attribute("data-src", of: node) {
            let trimmed = address.trimmingSpaces
            let whole = trimmed.replacing("\\", with: "/")
            let isComplete = SiteAddress.isWeb(address)
            document.setAttribute("data-src", to: isComplete ? trimmed : "https:" + whole, of: node)
            document.setAttribute("src", to: nil, of: node)
            if !isComplete, !whole.hasPrefix("//") { document.setAttribute("data-src", to: nil, of: node) }
        } else if let address = document.attribute("src", of: node), SiteAddress.scheme(of: address) != "data" {
            document.setAttribute("src", to: nil, of: node)
        }
        if document.attribute("alt", of: node) == nil { document.setAttribute("alt", to: "", of: node) }
    }

    /// Removes attributes and declarations that ``MailMeasures`` does not allow.
    static func style(_ node: HTMLNode, _ document: inout HTMLDocument) {
        for name in MailMeasures.attributes {
            guard let value = document.attribute(name, of: node), !MailMeasures.allows(attribute: value) else { continue }
            document.setAttribute(name, to: nil, of: node)
        }
        guard let style = document.attribute("style", of: node) else { return }
        let text = style.split(separator: ";").filter { MailMeasures.allows($0) }.joined(separator: ";").trimmingSpaces
        if text != style { document.setAttribute("style", to: text.isEmpty ? nil : text, of: node) }
    }
}

extension HTMLDocument {
    /// Returns the number of images with this attribute.
    func images(_ attribute: String) -> Int {
        descendants(of: root).count { isHTML($0, .img) && self.attribute(attribute, of: $0) != nil }
    }

    /// Whether any element sets a colour or a background.
    var hasColors: Bool {
        descendants(of: root).contains { node in
            attribute("bgcolor", of: node) != nil || attribute("color", of: node) != nil
                || attribute("style", of: node).map { $0.contains("color:") || $0.contains("background") } == true
        }
    }
}
