internal import HTMLParsing

/// Finds the element with the text of a page by its paragraphs: each gives points to the elements around it.
///
/// - SeeAlso: Arc90's Readability (2009), whose method browsers use in their reading modes
struct ContentScores {
    private let tree: PageTree
    private let measures: [Measures]
    private let weighsWords: Bool
    /// The points of each element; NaN for one that has none.
    private var scores: [Float]
    private var candidates: [Int32] = []
    /// For each element, whether it is a division that counts as a paragraph. Its child elements need this, too.
    private var paragraphs: [Bool]

    /// A paragraph needs this many characters to give points.
    private static let leastCharacters: Int32 = 25
    /// This many characters give a point, for a limited number of points.
    private static let charactersPerPoint: Int32 = 100, mostPointsOfLength: Int32 = 3
    /// The points of each paragraph, besides those for its commas and its length.
    private static let pointsOfParagraph: Float = 2
    /// How many elements above a paragraph get points.
    private static let levels = 5
    /// The largest share of characters in links of a paragraph.
    private static let linkDensityOfParagraph: Float = 0.25

    /// - Parameters:
    ///   - tree: The page without what is surely no text.
    ///   - measures: The measures of its nodes.
    ///   - weighsWords: Whether class and identifier count.
    init(_ tree: PageTree, _ measures: [Measures], weighsWords: Bool) {
        self.tree = tree
        self.measures = measures
        self.weighsWords = weighsWords
        scores = [Float](repeating: .nan, count: tree.nodes.count)
        paragraphs = [Bool](repeating: false, count: tree.nodes.count)
        var index: Int32 = 0
        while index < tree.count {
            if tree[index].isRemoved {
                index = tree[index].end
                continue
            }
            scoreElement(index)
            index += 1
        }
        for candidate in candidates { scores[Int(candidate)] *= 1 - measures[Int(candidate)].linkDensity }
    }

    private func hasScore(_ index: Int32) -> Bool { !scores[Int(index)].isNaN }

    // MARK: Paragraphs

    private mutating func scoreElement(_ index: Int32) {
        let node = tree[index]
        switch node.tag {
        case .p where !node.traits.contains(.hasBreaks):
            // A parent that holds only this paragraph was scored in its place.
            let parent = node.parent
            if parent >= 0, paragraphs[Int(parent)] { return }
            score(measures[Int(index)], above: parent)
        case .pre, .td, .section, .h2, .h3, .h4, .h5, .h6:
            score(measures[Int(index)], above: node.parent)
            if node.traits.contains(.hasBreaks) { scoreLines(of: index) }
        case .div, .p, .article, .center, .main:
            paragraphs[Int(index)] = isParagraph(index)
            if paragraphs[Int(index)] { score(measures[Int(index)], above: node.parent) } else { scoreLines(of: index) }
        default: break
        }
    }

    /// Whether a division is a paragraph: it holds a line of text, or a single paragraph, with few links.
    private func isParagraph(_ index: Int32) -> Bool {
        let node = tree[index]
        guard node.tag == .div, !node.traits.contains(.hasBreaks), measures[Int(index)].linkDensity < Self.linkDensityOfParagraph else {
            return false
        }
        if let child = tree.onlyChild(of: index), tree[child].tag == .p { return true }
        return tree.allChildren(of: index) { $0.traits.contains(.isPhrasing) }
    }

    /// Gives points for the lines of text between the blocks of an element. Two line breaks end a line, too.
    private mutating func scoreLines(of index: Int32) {
        var line = Measures()
        var breaks = 0
        var child = index + 1
        let end = tree[index].end
        while child < end {
            let node = tree[child]
            if !node.isRemoved {
                breaks = node.tag == .br ? breaks + 1 : 0
                if node.traits.contains(.isPhrasing) { line += measures[Int(child)] }
                if breaks > 1 || !node.traits.contains(.isPhrasing) {
                    score(line, above: index)
                    line = Measures()
                }
            }
            child = node.end
        }
        score(line, above: index)
    }

    /// Gives the points of a paragraph to the elements around it: all to the first, half to the second, ever fewer to the others.
    private mutating func score(_ paragraph: Measures, above index: Int32) {
        guard paragraph.characters >= Self.leastCharacters else { return }
        let points =
            Self.pointsOfParagraph + Float(paragraph.commas)
            + Float(min(paragraph.characters / Self.charactersPerPoint, Self.mostPointsOfLength))
        var (place, level) = (index, 0)
        while place >= 0, level < Self.levels {
            if !hasScore(place) {
                scores[Int(place)] = basis(of: place)
                candidates.append(place)
            }
            scores[Int(place)] += points / Float(level == 0 ? 1 : level == 1 ? 2 : level * 3)
            (place, level) = (tree[place].parent, level + 1)
        }
    }

    /// The points of an element that is marked as the body of an article.
    private static let pointsOfMark: Float = 25

    /// The points that an element has by its tag, its class and its identifier.
    private func basis(of index: Int32) -> Float {
        let points: Float =
            switch tree[index].tag {
            case .div, .article, .main: 5
            case .pre, .td, .blockquote: 3
            case .address, .ol, .ul, .dl, .dd, .dt, .li, .form: -3
            case .h1, .h2, .h3, .h4, .h5, .h6, .th: -5
            default: 0
            }
        let mark: Float = tree[index].traits.contains(.isMarkedBody) ? Self.pointsOfMark : 0
        return points + mark + (weighsWords ? Float(tree[index].weight) : 0)
    }

    // MARK: The best element

    /// How many of the best elements are compared.
    private static let bestCount = 5
    /// The share of the best element's points from which on another one is good, and the number of good ones that make a text in parts.
    private static let shareOfGood: Float = 0.75, goodCount = 3
    /// The search upwards ends at an element with less than the best element's points divided by this.
    private static let divisorOfAncestor: Float = 3

    /// The element with the text; nil if no paragraph gave points.
    mutating func best() -> Int32? {
        var best: [Int32] = []
        for candidate in candidates {
            let place = best.firstIndex { scores[Int($0)] < scores[Int(candidate)] } ?? best.count
            guard place < Self.bestCount else { continue }
            best.insert(candidate, at: place)
            if best.count > Self.bestCount { best.removeLast() }
        }
        guard var top = best.first, top > 0 else { return nil }
        top = commonAncestor(of: best) ?? top
        guard top > 0 else { return nil }
        if !hasScore(top) { scores[Int(top)] = basis(of: top) }
        top = risingAncestor(of: top)
        while tree[top].parent > 0, tree.hasOneElement(tree[top].parent) { top = tree[top].parent }
        if !hasScore(top) { scores[Int(top)] = basis(of: top) }
        return top
    }

    /// The lowest element around at least three of the other good elements; nil without them. The texts of such pages are in several parts.
    private func commonAncestor(of best: [Int32]) -> Int32? {
        let top = best[0]
        let others = best.dropFirst().filter { scores[Int($0)] >= scores[Int(top)] * Self.shareOfGood }
        guard others.count >= Self.goodCount else { return nil }
        var parent = tree[top].parent
        while parent > 0 {
            if others.count(where: { tree.contains($0, in: parent) && $0 != parent }) >= Self.goodCount { return parent }
            parent = tree[parent].parent
        }
        return nil
    }

    /// The nearest ancestor that has more points than the scored element below it, because the text continues beside the best element.
    /// Without
    /// such an ancestor, the best element.
    private func risingAncestor(of top: Int32) -> Int32 {
        var last = scores[Int(top)]
        let least = last / Self.divisorOfAncestor
        var parent = tree[top].parent
        while parent > 0 {
            if hasScore(parent) {
                let score = scores[Int(parent)]
                if score < least { break }
                if score > last { return parent }
                last = score
            }
            parent = tree[parent].parent
        }
        return top
    }

    // MARK: Its neighbours

    /// The least points of a neighbour: this many, or this share of the best element's. An equal class gives that share as a bonus.
    private static let leastPoints: Float = 10, shareOfNeighbour: Float = 0.2
    /// A paragraph beside the text with more characters may have links; a shorter one needs the end of a sentence.
    private static let charactersOfLongParagraph: Int32 = 80

    /// The best element and those beside it that belong to the same text, in document order.
    func parts(of top: Int32) -> [Int32] {
        let parent = tree[top].parent
        guard parent >= 0 else { return [top] }
        let score = scores[Int(top)]
        let bonus = score * Self.shareOfNeighbour
        let least = max(Self.leastPoints, bonus)
        let name = className(of: top)
        var parts: [Int32] = []
        tree.forEachChild(of: parent) { sibling in
            if sibling == top || !tree[sibling].traits.contains(.isText) && belongs(sibling, least: least, bonus: bonus, name) {
                parts.append(sibling)
            }
        }
        return parts
    }

    private func belongs(_ sibling: Int32, least: Float, bonus: Float, _ name: ArraySlice<UInt8>) -> Bool {
        let hasSameClass = !name.isEmpty && className(of: sibling) == name
        if hasScore(sibling), scores[Int(sibling)] + (hasSameClass ? bonus : 0) >= least { return true }
        guard tree[sibling].tag == .p || paragraphs[Int(sibling)] else { return false }
        let measures = measures[Int(sibling)]
        if measures.characters > Self.charactersOfLongParagraph { return measures.linkDensity < Self.linkDensityOfParagraph }
        return measures.characters > 0 && measures.linkDensity == 0 && hasSentence(sibling)
    }

    private func className(of index: Int32) -> ArraySlice<UInt8> {
        tree.document.attributeRange("class", of: tree[index].node).map { tree.bytes[$0] } ?? []
    }

    /// Whether a short paragraph has the end of a sentence.
    private func hasSentence(_ index: Int32) -> Bool {
        for place in index..<tree[index].end where tree[place].traits.contains(.isText) {
            let range = tree.document.textRange(of: tree[place].node)
            for byte in range where tree.bytes[byte] == UInt8(ascii: ".") {
                if byte + 1 == range.upperBound || tree.bytes[byte + 1] == 0x20 { return true }
            }
        }
        return false
    }
}
