internal import WebAddresses

/// Removes the name of the site from a title, where the page shows which part that is.
struct SiteNameRemover {
    /// Other titles of the page, headings among them.
    private let others: [[UInt8]]
    /// The letters of names that are no part of a title: of the site, its host, its publisher, the author.
    private let names: Set<[UInt8]>

    /// - Parameters:
    ///   - others: Other titles of the page.
    ///   - names: Names of the site, its publisher, the author.
    ///   - address: The canonical address.
    init(others: [String], names: [String], address: String?) {
        var letters = Set(names.map { Self.letters($0) })
        if let host = address.map({ URLReference($0) })?.server?.host.lowercased() {
            let labels = host.split(separator: ".").filter { $0 != "www" }
            letters.insert(Self.letters(labels.joined()))
            if labels.count > 1 { letters.insert(Self.letters(labels.dropLast().joined())) }
            if let label = labels.dropLast().last { letters.insert(Self.letters(label)) }
        }
        letters.remove([])
        self.names = letters
        self.others = others.map { Self.letters($0) }.filter { !$0.isEmpty && !letters.contains($0) }
    }

    private static func letters(_ text: some StringProtocol) -> [UInt8] { TitleWords.letters(text.utf8) }

    /// The limit in bytes up to which a title is shortened.
    private static let maximumBytes = 500

    /// A title without the name of the site.
    ///
    /// - Parameter isPageTitle: Whether it is the title of the whole page: then a short last part is taken for the name of the site, even if
    ///   nothing else on the page says so.
    func title(of title: String, isPageTitle: Bool) -> String {
        guard title.utf8.count <= Self.maximumBytes else { return title }
        let whole = title
        var title = title
        // A page's title may have several such parts, such as a section and a site.
        while let shorter = withoutName(title) { title = shorter }
        return isPageTitle && title == whole ? withoutShortEnd(title) ?? title : title
    }

    /// The places of a title where one part ends and another begins.
    private func cuts(in title: String) -> [(front: Substring, back: Substring)] {
        var cuts: [(Substring, Substring)] = []
        let scalars = title.unicodeScalars
        var isSpacedBefore = false
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let mark = scalars[index]
            let next = scalars.index(after: index)
            let isSpacedBehind = next < scalars.endIndex && scalars[next].isBlank
            // A hyphen without spaces is part of a word. A colon needs a space only after it.
            let isCut =
                switch mark {
                case "_", "|", "｜", "»", "«": true
                case ":": isSpacedBehind
                case "-", "–", "—", "·", "•", ">", "/", "~": isSpacedBefore && isSpacedBehind
                default: false
                }
            if isCut {
                let front = title[..<index].trimmed, back = title[next...].trimmed
                if !front.isEmpty, !back.isEmpty { cuts.append((front, back)) }
            }
            isSpacedBefore = mark.isBlank
            index = next
        }
        return cuts
    }

    /// The title without the name of the site at its beginning or end: a known name, or a part that another title of the page lacks. nil if
    /// there is none.
    private func withoutName(_ title: String) -> String? {
        let cuts = cuts(in: title)
        for cut in cuts {
            if names.contains(Self.letters(cut.back)) { return String(cut.front) }
            if names.contains(Self.letters(cut.front)) { return String(cut.back) }
        }
        for cut in cuts {
            let (front, back) = (Self.letters(cut.front), Self.letters(cut.back))
            if others.contains(front), !others.contains(where: { $0.starts(with: front) && $0.count > front.count }) {
                return String(cut.front)
            }
            // Names of sites stand in front seldom, and are shorter than the title then.
            if others.contains(back), back.count > front.count { return String(cut.back) }
        }
        return nil
    }

    /// Without evidence, the last part of a page's title is the name of the site if it has at most this many words, and the rest has more
    /// than twice as many.
    private static let mostWordsOfName = 3

    private func withoutShortEnd(_ title: String) -> String? {
        guard let cut = cuts(in: title).last, !others.contains(Self.letters(title)) else { return nil }
        let words = cut.back.split(separator: " ").count
        guard words <= Self.mostWordsOfName, cut.front.split(separator: " ").count > words * 2,
            !title[cut.front.endIndex...].trimmed.hasPrefix(":")
        else { return nil }
        return String(cut.front)
    }
}

extension Substring {
    /// The text without white space at its ends.
    var trimmed: Substring {
        var text = unicodeScalars
        while let first = text.first, first.isBlank { text.removeFirst() }
        while let last = text.last, last.isBlank { text.removeLast() }
        return Substring(text)
    }
}

extension Unicode.Scalar {
    /// Whether the character is a space of ASCII, or one of two that are wider or do not break.
    fileprivate var isBlank: Bool { value <= 0x20 || value == 0xA0 || value == 0x3000 }
}
