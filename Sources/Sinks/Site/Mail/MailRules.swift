internal import HTMLParsing
internal import Pipeline

/// The rules for mail in a frame, in addition to the sanitiser's. A mail has no URL of its own, so that relative URLs are removed; its
/// frame is as high as its content, so that heights relative to the frame are removed.
enum MailRules {
    /// The maximum nesting depth of tables. Deeper tables become plain blocks.
    static let maximumTableDepth = 16
    /// The maximum number of elements with `dir=auto` in each other.
    static let maximumDirectionDepth = 4

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
        if let address = document.attribute(HTMLSanitizer.waitingAddress, of: node) {
            let trimmed = address.trimmingSpaces
            if SiteAddress.isWeb(address) {
                if trimmed != address { document.setAttribute(HTMLSanitizer.waitingAddress, to: trimmed, of: node) }
            } else {
                let whole = trimmed.replacing("\\", with: "/")
                document.setAttribute(HTMLSanitizer.waitingAddress, to: whole.hasPrefix("//") ? "https:" + whole : nil, of: node)
            }
            document.setAttribute("src", to: nil, of: node)
        } else if let address = document.attribute("src", of: node), SiteAddress.scheme(of: address) != "data" {
            document.setAttribute("src", to: nil, of: node)
        }
        if document.attribute("alt", of: node) == nil { document.setAttribute("alt", to: "", of: node) }
    }

    /// Removes attributes that ``MailMeasures`` does not allow.
    static func measures(_ node: HTMLNode, _ document: inout HTMLDocument) {
        switch document.tag(of: node) {
        case .table, .tr, .td, .th, .img, .hr, .font: break
        // The sanitiser keeps these attributes on no other element.
        default: return
        }
        for name in MailMeasures.attributes {
            guard let value = document.attribute(name, of: node), !MailMeasures.allows(attribute: value) else { continue }
            document.setAttribute(name, to: nil, of: node)
        }
    }

    /// Reduces the spans of a cell to the limits of ``MailMeasures``.
    ///
    /// - Parameter places: The number of places that the spanning cells of this part of the mail may still take. Beyond it, no cell spans others.
    static func spans(_ node: HTMLNode, _ document: inout HTMLDocument, _ places: inout Int) {
        var area = 1
        for (name, maximum) in MailMeasures.spans {
            guard let value = document.attribute(name, of: node) else { continue }
            let span = MailMeasures.span(value)
            if span > maximum { document.setAttribute(name, to: String(maximum), of: node) }
            area *= span == 0 ? maximum : min(span, maximum)
        }
        guard area > 1 else { return }
        places -= area
        if places < 0 { for (name, _) in MailMeasures.spans { document.setAttribute(name, to: nil, of: node) } }
    }
}

extension HTMLDocument {
    /// Returns the number of images with this attribute.
    func images(_ attribute: String) -> Int {
        descendants(of: root).count { isHTML($0, .img) && self.attribute(attribute, of: $0) != nil }
    }

    /// Whether any element sets a color or a background.
    var hasColors: Bool {
        let bytes = textBytes
        return descendants(of: root).contains { node in
            attributeRange("bgcolor", of: node) != nil || attributeRange("color", of: node) != nil
                || attributeRange("style", of: node).map { ReadableStyle.setsColors(bytes[$0]) } == true
                || isHTML(node, .style) && children(of: node).contains { ReadableStyle.setsColors(bytes[textRange(of: $0)]) }
        }
    }

    /// The number of characters of text, in Unicode scalars; style sheets have none.
    var textLength: Int {
        let bytes = textBytes
        // Each scalar has one byte that continues no other.
        return descendants(of: root).reduce(0) { sum, node in
            guard kind(of: node) == .text, parent(of: node).map({ isHTML($0, .style) }) != true else { return sum }
            return sum + bytes[textRange(of: node)].count { $0 & 0xC0 != 0x80 }
        }
    }
}
