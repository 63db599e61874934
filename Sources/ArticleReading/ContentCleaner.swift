internal import HTMLParsing

/// Removes what is no text from the parts of a page that hold the text: forms, lists of links, boxes, buttons.
struct ContentCleaner {
    var tree: PageTree
    private(set) var measures: [Measures]
    private let keeps: ArticleParts
    private let weighsWords: Bool
    private let cleansByMeasure: Bool

    init(_ tree: PageTree, _ measures: [Measures], keeps: ArticleParts, weighsWords: Bool, cleansByMeasure: Bool) {
        self.tree = tree
        self.measures = measures
        self.keeps = keeps
        self.weighsWords = weighsWords
        self.cleansByMeasure = cleansByMeasure
    }

    /// Removes what is no text of the article, such as forms, lists of links, and invitations to read or subscribe.
    mutating func clean(_ parts: [Int32]) {
        cleanByMeasure(parts) { $0 == .form || $0 == .fieldset }
        for part in parts {
            removePlainly(in: part, isWhole: parts.count == 1)
            tree.measure(part, &measures)
            removeInvitations(in: part)
        }
        cleanByMeasure(parts) { $0 == .table }
        cleanByMeasure(parts) { $0 == .ul || $0 == .ol }
        cleanByMeasure(parts) { $0 == .div || $0 == .section }
    }

    /// Measures what is left of the parts.
    mutating func finish(_ parts: [Int32]) {
        for part in parts where !tree[part].isRemoved { tree.measure(part, &measures) }
    }

    /// The number of characters in the parts that were not removed.
    func characters(of parts: [Int32]) -> Int32 {
        parts.reduce(0) { sum, part in tree[part].isRemoved ? sum : sum &+ measures[Int(part)].characters }
    }

    // MARK: Removal by names

    /// A box with share buttons, or with a request to readers, is removed if it has fewer characters than this.
    private static let mostCharactersOfBox: Int32 = 500

    private mutating func removePlainly(in part: Int32, isWhole: Bool) {
        tree.measure(part, &measures)
        var index = part
        while index < tree[part].end {
            if tree[index].isRemoved || isPlainlyRemoved(index, isWhole: isWhole && index == part) {
                tree[index].isRemoved = true
                index = tree[index].end
            } else {
                index += 1
            }
        }
    }

    private func isPlainlyRemoved(_ index: Int32, isWhole: Bool) -> Bool {
        let node = tree[index]
        if node.traits.contains(.isText) { return false }
        if node.traits.contains(.isNotes) { return !keeps.contains(.footnotes) }
        if node.traits.contains(.isPartOfBlock) { return false }
        switch node.tag {
        case .footer, .aside, .nav, .input, .textarea, .select, .button: return true
        case .object, .embed, .iframe: return !node.traits.contains(.isFilm)
        case .h1, .h2: if weighsWords, node.weight < 0 { return true }
        case .img, .picture, .svg: if !keeps.contains(.images) { return true }
        case .figcaption: if !keeps.contains(.captions) { return true }
        case .table: if !keeps.contains(.tables), node.traits.contains(.isDataTable) { return true }
        default: break
        }
        if node.traits.contains(.isInLine) { return false }
        return !isWhole && !node.words.isDisjoint(with: [.share, .requests]) && measures[Int(index)].characters < Self.mostCharactersOfBox
    }

    // MARK: Removal by measures

    private mutating func cleanByMeasure(_ parts: [Int32], _ isMeant: (HTMLTag) -> Bool) {
        for part in parts where !tree[part].isRemoved {
            tree.measure(part, &measures) { [weighsWords, cleansByMeasure, keeps] tree, index, measures in
                cleansByMeasure && isMeant(tree[index].tag)
                    && ConditionalCleaning(tree: tree, index: index, measures: measures, weighsWords: weighsWords, keeps: keeps).removes
            }
        }
    }
}

/// Decides by its measures whether a form, table, list or division is no part of the text.
private struct ConditionalCleaning {
    let tree: PageTree
    let index: Int32
    let measures: Measures
    let weighsWords: Bool
    let keeps: ArticleParts

    /// Text with at least this many commas is running text.
    private static let commasOfText: Int32 = 10
    /// The share of the characters in list items from which on another element counts as a list.
    private static let shareOfList: Float = 0.9
    /// The share of the characters in headings from which on a part is a section.
    private static let shareOfHeadings: Float = 0.9
    /// The fewest paragraphs for each image of running text.
    private static let paragraphsPerImage: Float = 0.5
    /// Lists of this many items are texts of their own.
    private static let itemsOfLongList: Int32 = 100
    /// Running text has at least this many paragraphs for each input.
    private static let paragraphsPerInput: Int32 = 3
    /// A part with fewer characters is too short for a text if it has a link.
    private static let leastCharacters: Int32 = 25
    /// A short part with one or two images may be a picture with its caption.
    private static let imagesOfShortText: Int32 = 2
    /// A part with fewer characters is no more than the caption of what it embeds.
    private static let leastCharactersBesideEmbed: Int32 = 75
    /// The weight of class and identifier from which on a part may have many links, in points.
    private static let weightOfText: Int16 = 25
    /// The largest share of characters in links for a part without that weight, and for one with it.
    private static let linkDensity: Float = 0.2, linkDensityOfWeightyPart: Float = 0.5

    var removes: Bool {
        let node = tree[index]
        if !node.traits.isDisjoint(with: [.isDataTable, .isInDataTable]) || measures.dataTables > 0 { return false }
        if node.code <= PageTree.nearLevels { return false }
        if node.traits.contains(.isNotes), keeps.contains(.footnotes) { return false }
        let weight = weighsWords ? node.weight : 0
        if weight < 0 { return true }
        if measures.commas >= Self.commasOfText || measures.films > 0 { return false }
        guard isNoText(weight: weight) else { return false }
        return !(isList && isListOfImages)
    }

    private var isList: Bool {
        let tag = tree[index].tag
        return tag == .ul || tag == .ol || measures.characters > 0 && Float(measures.listed) / Float(measures.characters) > Self.shareOfList
    }

    private func isNoText(weight: Int16) -> Bool {
        let (characters, images) = (measures.characters, measures.images)
        let isInFigure = tree[index].figure <= PageTree.nearLevels
        let isList = isList
        let density = measures.linkDensity
        let headings = characters == 0 ? 0 : Float(measures.headings) / Float(characters)
        if !isInFigure, images > 1, Float(measures.paragraphs) / Float(images) < Self.paragraphsPerImage { return true }
        if !isList, measures.items - Self.itemsOfLongList > measures.paragraphs { return true }
        if measures.inputs > measures.paragraphs / Self.paragraphsPerInput { return true }
        let isShort = characters < Self.leastCharacters && headings < Self.shareOfHeadings
        if !isList, !isInFigure, isShort, images == 0 || images > Self.imagesOfShortText, density > 0 { return true }
        if !isList, weight < Self.weightOfText, density > Self.linkDensity { return true }
        if weight >= Self.weightOfText, density > Self.linkDensityOfWeightyPart { return true }
        if measures.embeds == 1 && characters < Self.leastCharactersBesideEmbed || measures.embeds > 1 { return true }
        return images == 0 && measures.textElements == 0
    }

    /// Whether each item of a list is an image, or nothing more.
    private var isListOfImages: Bool {
        var items: Int32 = 0
        var isPlain = true
        tree.forEachChild(of: index) { child in
            guard !tree[child].traits.contains(.isText) else { return }
            items += 1
            var inside = 0
            tree.forEachChild(of: child) { if !tree[$0].traits.contains(.isText) { inside += 1 } }
            if inside > 1 { isPlain = false }
        }
        return isPlain && items == measures.images
    }
}
