import HTMLParsing

/// The places that links inside the document lead to.
extension FlowBuilder {
    /// Adds the anchor of an element, which is written with the next text, so that it makes no paragraph of its own. It is no `a` element:
    /// that could stand in a link.
    mutating func addAnchor(_ id: String) {
        guard options.markdown.headingIDs == .html else { return }
        pendingAnchors += "<span id=\"".utf8
        for byte in id.utf8 {
            switch byte {
            case 0x80..., 0x2D, 0x2E, 0x3A, 0x5F: pendingAnchors.append(byte)
            case _ where byte.isASCIILetter || byte.isASCIIDigit: pendingAnchors.append(byte)
            // Markdown must not see markup, the end of a cell or a line end in it.
            default: pendingAnchors.append(characterReference: Unicode.Scalar(byte))
            }
        }
        pendingAnchors += "\"></span>".utf8
    }

    /// Writes the anchors that wait.
    mutating func writePendingAnchors() {
        guard !pendingAnchors.isEmpty else { return }
        inline.run.append(atom: pendingAnchors)
        pendingAnchors = []
    }

    /// Writes the ID of a heading behind its text, as Pandoc, kramdown, Hugo and others read it.
    mutating func writeHeadingID() {
        guard let id = headingID else { return }
        headingID = nil
        layout.out.append(contentsOf: " {#\(id)}".utf8)
    }
}

extension MarkdownOptions.HeadingIDs {
    /// The elements that are written with their IDs.
    var places: LinkTargets.Places {
        switch self {
        case .none: .none
        case .attribute: .headings
        case .html: .all
        }
    }
}
