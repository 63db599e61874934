internal import HTMLParsing

/// Finds the parts of a page that hold its text, and cleans them. Where little is found, it looks again with fewer rules.
struct ContentFinder {
    /// The rules of an attempt.
    private struct Rules {
        var removesSurroundings = true
        var weighsWords = true
        var cleansByMeasure = true

        /// The rules of the attempts, in order. Each attempt drops one more rule.
        static let attempts = [
            Rules(), Rules(removesSurroundings: false), Rules(removesSurroundings: false, weighsWords: false),
            Rules(removesSurroundings: false, weighsWords: false, cleansByMeasure: false),
        ]
    }

    /// If an attempt finds fewer characters, the next one is made.
    private static let enoughCharacters: Int32 = 500

    /// The factor by which an attempt must find more text than the best one so far to replace it.
    private static let leastGain: Float = 1.5

    private let page: PageTree
    private let keeps: ArticleParts
    private let title: TitleWords

    init(_ page: PageTree, keeps: ArticleParts, title: String?) {
        self.page = page
        self.keeps = keeps
        self.title = TitleWords(title ?? "")
    }

    /// The content that an attempt found: the page with nodes marked as removed, and the parts of it that hold the text.
    struct FoundContent {
        var tree: PageTree
        /// The measures of each node of the page, by its number.
        var measures: [Measures]
        var parts: [Int32]
        var characters: Int32
    }

    /// The content of the page; nil if it has no text.
    func find() -> FoundContent? {
        var best: FoundContent?
        for rules in Rules.attempts {
            let found = find(rules)
            if found.characters >= Self.enoughCharacters { return found }
            // With fewer rules, a little more is found in any page: its navigation.
            if Float(found.characters) > Float(best?.characters ?? 0) * Self.leastGain { best = found }
        }
        return best
    }

    private func find(_ rules: Rules) -> FoundContent {
        var tree = page
        removeSurroundings(&tree, rules)
        var measures = [Measures](repeating: Measures(), count: tree.nodes.count)
        tree.measure(0, &measures)
        var scores = ContentScores(tree, measures, weighsWords: rules.weighsWords)
        let parts: [Int32]
        if let top = scores.best() {
            parts = scores.parts(of: top)
        } else {
            var children: [Int32] = []
            tree.forEachChild(of: 0) { children.append($0) }
            parts = children
        }
        var cleaner = ContentCleaner(tree, measures, keeps: keeps, weighsWords: rules.weighsWords, cleansByMeasure: rules.cleansByMeasure)
        cleaner.clean(parts)
        cleaner.finish(parts)
        return FoundContent(
            tree: cleaner.tree, measures: cleaner.measures, parts: parts.filter { !cleaner.tree[$0].isRemoved },
            characters: cleaner.characters(of: parts))
    }

    // MARK: Exclusion by names

    private func removeSurroundings(_ tree: inout PageTree, _ rules: Rules) {
        var index: Int32 = 1
        var hasTitle = false
        while index < tree.count {
            let node = tree[index]
            if !hasTitle, node.tag == .h1 || node.tag == .h2, title.isRepeated(by: tree.text(of: index, limit: TitleWords.maximumBytes)) {
                hasTitle = true
                tree[index].isRemoved = true
            } else if isSurrounding(node, rules), !isRunningText(index, of: tree) {
                tree[index].isRemoved = true
            }
            index = tree[index].isRemoved ? node.end : index + 1
        }
    }

    /// A paragraph or an item with at least this many bytes of text is no part of the surroundings, whatever its name is.
    private static let bytesOfText = 160

    private func isRunningText(_ index: Int32, of tree: PageTree) -> Bool {
        let node = tree[index]
        guard node.tag == .p || node.tag == .li, node.traits.contains(.hasText), !node.traits.contains(.hasOtherRole),
            node.words.isDisjoint(with: [.comments, .requests, .share])
        else { return false }
        return tree.text(of: index, limit: Self.bytesOfText).count >= Self.bytesOfText
    }

    private func isSurrounding(_ node: PageTree.Node, _ rules: Rules) -> Bool {
        if node.traits.contains(.isText) || node.tag == .body || node.traits.contains(.isMarkedBody) { return false }
        if node.traits.contains(.isNotes), keeps.contains(.footnotes) { return false }
        guard rules.removesSurroundings else { return false }
        if node.traits.contains(.hasOtherRole) { return true }
        guard node.tag != .a, node.table > PageTree.nearLevels, node.code > PageTree.nearLevels else { return false }
        if node.words.contains(.container) || !node.traits.isDisjoint(with: [.isInLine, .isPartOfBlock]) { return false }
        return node.words.contains(.surroundings) || node.words.contains(.comments) && !keeps.contains(.comments)
    }
}
