internal import CivilCalendar
internal import HTMLParsing

/// The nodes that the Atlassian Document Format alone has.
///
/// - SeeAlso: [Atlassian Document Format](https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/)
extension RichTextBuilder {
    mutating func appendADF(
        _ node: RichTextNode, _ type: String, _ attributes: RichTextNode?, _ children: [RichTextNode], to parent: HTMLNode
    ) throws {
        switch type {
        case "panel": try add(.aside, of: children, to: parent)
        case "mediaSingle", "mediaGroup": try appendADFMedia(children, to: parent)
        case "media", "mediaInline": try appendADFMedium(node, type, attributes, to: parent)
        case "inlineCard":
            guard let attributes, let address = try adfAddress(attributes) else { return try addUnknown(node, type, to: parent) }
            add(address, [.link(address)], to: parent)
        case "blockCard", "embedCard":
            guard let attributes, let address = try adfAddress(attributes) else { return try addUnknown(node, type, to: parent) }
            if type == "embedCard" { addFigure(.frame, address, to: parent) } else { addLinkBlock(address, nil, to: parent) }
        case "date":
            let day = try adfDay(attributes)
            add(day, to: add(.time, [("datetime", day)], to: parent))
        case "status", "placeholder": add(try attributes?.text("text") ?? "", to: parent)
        case "blockTaskItem":
            let item = add(.li, to: parent)
            addBox(isChecked: try attributes?.text("state") == "DONE", to: item)
            try append(children, to: item)
        default: try addUnknown(node, type, to: parent)
        }
    }

    /// Appends files with one caption.
    private mutating func appendADFMedia(_ children: [RichTextNode], to parent: HTMLNode) throws {
        let figure = add(.figure, to: parent)
        try append(children, to: figure)
        if document.firstChild(of: figure) == nil { document.remove(figure) }
    }

    /// Appends an image or file. The format has an identifier of Atlassian's media service, or an address.
    private mutating func appendADFMedium(
        _ node: RichTextNode, _ type: String, _ attributes: RichTextNode?, to parent: HTMLNode
    ) throws {
        let alt = try attributes?.text("alt")
        var address = try attributes?.text("url")
        if address == nil, let target = target("media", try attributes?.text("id"), of: type) { address = target.address }
        guard let address, !address.isEmpty else {
            if let alt, !alt.isEmpty { add(alt, to: parent) }
            return
        }
        var link: String?
        for mark in try node.children("marks") where try mark.type("type") == "link" { link = try mark.child("attrs")?.text("href") }
        let text = MediaAttributes(
            title: alt, width: try attributes?.integer("width"), height: try attributes?.integer("height"), link: link)
        addMedia(.image, address, text, to: parent)
    }

    private func adfAddress(_ attributes: RichTextNode) throws -> String? {
        try attributes.text("url") ?? attributes.child("data")?.text("url")
    }

    /// The day of a timestamp, which is in milliseconds since 1970, as a string.
    private func adfDay(_ attributes: RichTextNode?) throws -> String {
        guard let text = try attributes?.text("timestamp") else { return "" }
        let millisecondsPerDay = 86_400_000
        // Beyond these years, a calendar has no meaning.
        guard let milliseconds = Int(text), abs(milliseconds) < 100_000_000_000_000 else { return text }
        let day = CivilDay(daysSince1970: CivilDay.floorDivide(milliseconds, millisecondsPerDay))
        func padded(_ number: Int, _ length: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, length - digits.count)) + digits
        }
        return "\(padded(day.year, 4))-\(padded(day.month, 2))-\(padded(day.day, 2))"
    }
}
