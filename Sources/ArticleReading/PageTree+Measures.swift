internal import HTMLParsing

/// Counts of what an element and its descendants contain, without removed nodes.
struct Measures {
    var characters: Int32 = 0
    var commas: Int32 = 0
    /// The characters in links; those in links to places of the page count less.
    var linked: Float = 0
    var headings: Int32 = 0
    /// The characters in lists. A list in a list counts twice.
    var listed: Int32 = 0
    var paragraphs: Int32 = 0
    var images: Int32 = 0
    var items: Int32 = 0
    var inputs: Int32 = 0
    var embeds: Int32 = 0
    var films: Int32 = 0
    var dataTables: Int32 = 0
    /// Elements that show something without text: images, formulas, rules.
    var shown: Int32 = 0
    /// Elements for text that have some, such as paragraphs and cells.
    var textElements: Int32 = 0

    static func += (sum: inout Measures, part: Measures) {
        sum.characters &+= part.characters
        sum.commas &+= part.commas
        sum.linked += part.linked
        sum.headings &+= part.headings
        sum.listed = sum.listed.saturatingSum(part.listed)
        sum.paragraphs &+= part.paragraphs
        sum.images &+= part.images
        sum.items &+= part.items
        sum.inputs &+= part.inputs
        sum.embeds &+= part.embeds
        sum.films &+= part.films
        sum.dataTables &+= part.dataTables
        sum.shown &+= part.shown
        sum.textElements &+= part.textElements
    }

    /// The share of the text that is in links, from 0 to 1.
    var linkDensity: Float { characters == 0 ? 0 : linked / Float(characters) }
}

extension PageTree {
    /// The factor for the characters of a link within the page.
    private static let weightOfInnerLink: Float = 0.3

    /// Adds an element itself to the sum of its children's measures.
    ///
    /// - Parameter index: The element. `measures` has the sum of its children.
    func complete(_ measures: inout Measures, of index: Int32) {
        let node = self[index]
        if node.traits.contains(.isText) {
            (measures.characters, measures.commas) = (node.characters, node.commas)
            return
        }
        switch node.tag {
        case .a: measures.linked = Float(measures.characters) * (node.traits.contains(.isInnerLink) ? Self.weightOfInnerLink : 1)
        case .p: measures.paragraphs += 1
        case .img: measures.images += 1
        case .li: measures.items += 1
        case .input: measures.inputs += 1
        case .h1, .h2, .h3, .h4, .h5, .h6: measures.headings = measures.characters
        case .ul, .ol: measures.listed = measures.listed.saturatingSum(measures.characters)
        case .iframe, .embed, .object: measures.embeds += 1
        default: break
        }
        if Self.showsItself(node.tag) || document.namespace(of: node.node) != .html { measures.shown += 1 }
        if node.traits.contains(.isFilm) { measures.films += 1 }
        if node.traits.contains(.isDataTable) { measures.dataTables += 1 }
        if measures.characters > 0, Self.holdsText(node.tag) { measures.textElements += 1 }
    }

    private static func showsItself(_ tag: HTMLTag) -> Bool {
        switch tag {
        case .img, .hr, .canvas, .video, .audio, .iframe, .embed, .object, .svg, .math, .input: true
        default: false
        }
    }

    private static func holdsText(_ tag: HTMLTag) -> Bool {
        switch tag {
        case .span, .li, .td, .blockquote, .dl, .div, .ol, .p, .pre, .table, .ul, .font: true
        default: false
        }
    }

    /// Measures all nodes of a range that begins with an element, from the last to the first.
    ///
    /// - Parameters:
    ///   - index: The element.
    ///   - all: Receives the measures, one for each node of the page.
    ///   - isCleaned: Whether to remove an element with these measures, and all in it.
    mutating func measure(
        _ index: Int32, _ all: inout [Measures], isCleaned: (borrowing PageTree, Int32, Measures) -> Bool = { _, _, _ in false }
    ) {
        var place = self[index].end
        for entry in index..<place { all[Int(entry)] = Measures() }
        while place > index {
            place -= 1
            if self[place].isRemoved { continue }
            complete(&all[Int(place)], of: place)
            if isCleaned(self, place, all[Int(place)]) {
                self[place].isRemoved = true
            } else if place > index {
                all[Int(self[place].parent)] += all[Int(place)]
            }
        }
    }
}

extension Int32 {
    fileprivate func saturatingSum(_ other: Int32) -> Int32 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
