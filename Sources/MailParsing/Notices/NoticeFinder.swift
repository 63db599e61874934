internal import HTMLParsing

/// A part of a message that its sender has not written: programs on the way have added it.
public struct MessageNotice<Content: Sendable>: Sendable {
    /// The kind of the notice.
    public let kind: MessageNoticeKind
    /// The part itself.
    public let content: Content
}

extension MessageNotice: Equatable where Content: Equatable {}

/// The kinds of parts that programs add to messages.
public enum MessageNoticeKind: String, CaseIterable, Sendable {
    /// The warning of a mail gateway at the start: `CAUTION: This email originated from outside of the organization.`
    case banner
    /// The line of a help desk above which the reply belongs: `##- Please type your reply above this line -##`.
    case replyMarker = "reply_marker"
    /// A notice of confidentiality at the end.
    case disclaimer
    /// The footer of a mailing list: `You received this message because you are subscribed to …`.
    case listFooter = "list_footer"
}

/// Finds the lines that mail gateways, help desks and mailing lists add to a message.
///
/// Each kind needs evidence of two sorts, because people write about these things, too: the notice is at the start or the end, and one
/// paragraph has words of several groups.
struct NoticeFinder {
    /// A notice and its lines.
    struct Notice: Equatable {
        let kind: MessageNoticeKind
        let lines: Range<Int>
    }

    private let lines: [MessageLine]
    /// The paragraphs: lines without a blank one between them. In HTML, each line.
    private let paragraphs: [Range<Int>]

    private static let maximumParagraphs = 12
    private static let maximumBytes = 4000

    /// - Parameters:
    ///   - lines: The lines of the message.
    ///   - eachLineIsParagraph: Whether each line is a paragraph, as in HTML.
    init(_ lines: [MessageLine], eachLineIsParagraph: Bool) {
        self.lines = lines
        var paragraphs: [Range<Int>] = []
        for index in lines.indices where !lines[index].isBlank {
            if !eachLineIsParagraph, let last = paragraphs.last, last.upperBound == index {
                paragraphs[paragraphs.count - 1] = last.lowerBound..<index + 1
            } else {
                paragraphs.append(index..<index + 1)
            }
        }
        self.paragraphs = paragraphs
    }

    /// The notices in the order of their lines.
    func find() -> [Notice] {
        let banners = banners()
        let tail = tail(behind: banners.last?.lines.upperBound ?? 0)
        let bounds = (banners.last?.lines.upperBound ?? 0)..<(tail.first?.lines.lowerBound ?? lines.count)
        let markers = bounds.lazy.filter { lines[$0].isReplyMarker }.prefix(Self.maximumParagraphs).map {
            Notice(kind: .replyMarker, lines: $0..<$0 + 1)
        }
        return banners + markers + tail
    }

    /// Whether lines hold only notices that programs add, and nothing of the sender.
    static func isAll(of lines: [MessageLine], eachLineIsParagraph: Bool, isBlank: (Int) -> Bool) -> Bool {
        var rest = lines.startIndex
        for notice in NoticeFinder(lines, eachLineIsParagraph: eachLineIsParagraph).find() {
            if !(rest..<notice.lines.lowerBound).allSatisfy(isBlank) { return false }
            rest = notice.lines.upperBound
        }
        return lines[rest...].indices.allSatisfy(isBlank)
    }

    private func banners() -> [Notice] {
        if let fenced = fencedBanner() { return [Notice(kind: .banner, lines: fenced)] }
        var notices: [Notice] = []
        for paragraph in paragraphs.prefix(Self.maximumParagraphs) where paragraph.lowerBound >= notices.last?.lines.upperBound ?? 0 {
            let first = paragraph.lowerBound..<paragraph.lowerBound + 1
            let candidates = [paragraph, first] + brokenLines(from: paragraph)
            guard let range = candidates.first(where: { NoticeWords.isBanner(text(of: $0)) }) else { break }
            notices.append(Notice(kind: .banner, lines: range))
            if range.upperBound < paragraph.upperBound { break }
        }
        return notices
    }

    /// The beginnings of a banner of several lines with one `br` between them, the shortest first.
    private func brokenLines(from paragraph: Range<Int>) -> [Range<Int>] {
        guard paragraph.count == 1, NoticeWords.beginsBanner(text(of: paragraph)) else { return [] }
        let rest = lines[paragraph.upperBound...].prefix(Self.maximumBannerBreaks).prefix(while: \.isBelowBreak)
        return rest.indices.map { paragraph.lowerBound..<$0 + 1 }
    }

    private static let maximumBannerBreaks = 5

    /// The lines at the start between two words of a gateway: `ZjQcmQRYFpfptBannerStart`, `ZjQcmQRYFpfptBannerEnd`.
    private func fencedBanner() -> Range<Int>? {
        guard let first = paragraphs.first?.lowerBound, let word = lines[first].trimmed[...].firstWords(1).first,
            word.hasSuffix("bannerstart"), word.count > "bannerstart".count
        else { return nil }
        let end = word.dropLast("start".count) + "end"
        return lines.indices[first...].prefix(Self.maximumBannerLines).first { lines[$0].trimmed.hasSuffix(end) }.map { first..<$0 + 1 }
    }

    private static let maximumBannerLines = 40

    /// The disclaimers and footers at the end of the message.
    private func tail(behind start: Int) -> [Notice] {
        var notices: [Notice] = []
        let floor = paragraphs.firstIndex { $0.lowerBound >= start } ?? paragraphs.count
        var end = paragraphs.count
        while end > floor, paragraphs.count - end < Self.maximumParagraphs {
            guard let (kind, first) = notice(endingAt: end - 1, from: floor) else { break }
            let range = paragraphs[first].lowerBound..<paragraphs[end - 1].upperBound
            if let next = notices.last, next.kind == kind {
                notices[notices.count - 1] = Notice(kind: kind, lines: range.lowerBound..<next.lines.upperBound)
            } else {
                notices.append(Notice(kind: kind, lines: range))
            }
            end = first
        }
        return notices.reversed()
    }

    /// The kind of the notice that ends with a paragraph, and its first paragraph.
    ///
    /// - Parameters:
    ///   - index: The last paragraph.
    ///   - floor: The first paragraph that a notice at the end can have.
    private func notice(endingAt index: Int, from floor: Int) -> (MessageNoticeKind, first: Int)? {
        if let first = disclaimer(endingAt: index, from: floor) { return (.disclaimer, first) }
        // The footer of a list has a rule above it, and several lines, which are paragraphs in HTML.
        for first in stride(from: index, through: max(floor, index - Self.maximumFooterLines), by: -1) {
            let range = paragraphs[first].lowerBound..<paragraphs[index].upperBound
            let hasRule = lines[range.lowerBound].isDashes
            let beginning = text(of: paragraphs[first])
            guard hasRule || NoticeWords.isPartOfFooter(beginning) else { return nil }
            guard hasRule || NoticeWords.beginsFooter(beginning) else { continue }
            if NoticeWords.isFooter(text(of: range)) {
                let isBelowRule =
                    first > floor && !hasRule && paragraphs[first - 1].count == 1 && lines[paragraphs[first - 1].lowerBound].isDashes
                return (.listFooter, isBelowRule ? first - 1 : first)
            }
        }
        return nil
    }

    /// The first paragraph of the disclaimer that ends with a paragraph; nil if there is none.
    ///
    /// The words of a disclaimer may be spread over lines with one `br` between them, and over paragraphs that each have such words.
    private func disclaimer(endingAt index: Int, from floor: Int) -> Int? {
        for first in stride(from: index, through: max(floor, index - Self.maximumDisclaimerLines + 1), by: -1) {
            let beginning = text(of: paragraphs[first])
            if first < index {
                let isBroken = lines[paragraphs[first + 1].lowerBound].isBelowBreak
                guard ClosingPhrase(beginning) == nil,
                    isBroken || NoticeWords.isPartOfDisclaimer(beginning) && NoticeWords.isPartOfDisclaimer(text(of: paragraphs[first + 1]))
                else { return nil }
                guard NoticeWords.beginsDisclaimer(beginning) else { continue }
            }
            if NoticeWords.isDisclaimer(text(of: paragraphs[first].lowerBound..<paragraphs[index].upperBound)) { return first }
        }
        return nil
    }

    private static let maximumDisclaimerLines = 8
    private static let maximumFooterLines = 6

    private func text(of range: Range<Int>) -> String {
        guard range.reduce(0, { $0 + lines[$1].textBytes.count }) <= Self.maximumBytes else { return "" }
        var text = range.map { lines[$0].trimmed }.joined(separator: " ")
        // Searching a String takes much longer than looking at its bytes, and most texts have neither.
        if text.hasBytes("’") { text = text.replacing("’", with: "'") }
        return text.hasBytes("e-mail") ? text.replacing("e-mail", with: "email") : text
    }
}
