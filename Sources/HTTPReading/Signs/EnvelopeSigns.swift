internal import HTTP
internal import JSONParsing

/// Finds signs that there are more pages in the JSON around the items: in the objects that hold them, and in objects such as
/// `meta.pagination` beside them.
struct EnvelopeSigns {
    /// The limit for the nesting of objects such as `meta.pagination`.
    private static let maxDepth = 2

    private let itemCount: Int
    private let number: Int
    private let body: RequestBody
    private var open: [MorePagesSign] = []
    private var next: [MorePagesSign] = []
    private var counts: [MorePagesSign] = []
    private var weak: [MorePagesSign] = []
    /// The number of this page, as the server says it; nil if it says none.
    private(set) var pageNumber: Int64?
    /// Whether a flag says that this is the last page. Servers may name a next page even there.
    private var isLast = false

    /// - Parameters:
    ///   - page: The parsed page.
    ///   - place: Where the page holds its items.
    ///   - itemCount: The number of items so far.
    ///   - number: The number of the page, as the server counts pages.
    ///   - body: The body of the requests, in which a token may be sent.
    init(in page: JSONValue, around place: ResponseContentPath, itemCount: Int, number: Int, body: RequestBody) {
        self.itemCount = itemCount
        self.number = number
        self.body = body
        let levels = place.levels(in: page)
        if levels.isEmpty, let members = page.envelopeMembers { read(members, [], besides: []) }
        for level in levels { read(level.members, level.path, besides: level.content) }
    }

    /// The signs that count items, also if another member says that this is the last page.
    var totals: [MorePagesSign] { weak.filter { $0.kind == .total } }

    /// The signs, the clearest first.
    var list: [MorePagesSign] {
        if isLast, open.isEmpty { return [] }
        let strong = next.filter(\.isStrong)
        // A member that names the next page tells how to read it; a flag does not. So the flags get the remedy of that member.
        let flags = open.map { flag in
            var flag = flag
            if let remedy = strong.first?.remedy { flag.remedy = remedy }
            return flag
        }
        return flags + strong + counts + next.filter { !$0.isStrong } + weak
    }

    private mutating func read(_ members: JSONObject, _ path: [String], besides content: Set<String>, depth: Int = 0) {
        let outside = members.filter { !content.contains($0.key) }
        for member in outside { readFlag(member.key, member.value, path) }
        let flag = open.first?.place
        for member in outside {
            let name = member.key.plainName
            if PageSignNames.links.contains(name) || flag != nil && PageSignNames.cursors.contains(name) {
                link(member.key, member.value, path, flag: flag).map { next.append($0) }
            }
            // A number is the offset of this page. Only a text is a token.
            if path.isEmpty, name == "offset", let token = member.value.string, Int(token) == nil {
                link(member.key, member.value, path, flag: flag).map { next.append($0) }
            }
            if pageNumber == nil, PageSignNames.pageNumbers.contains(name) { pageNumber = member.value.number?.int64 }
            if PageSignNames.pageCounts.contains(name) { pageCount(member.key, member.value, path).map { counts.append($0) } }
            if PageSignNames.totals.contains(name) { total(member.key, member.value, path).map { weak.append($0) } }
        }
        guard depth < Self.maxDepth else { return }
        for member in outside where PageSignNames.isSideObject(member.key.plainName) {
            if let inner = member.value.envelopeMembers { read(inner, path + [member.key], besides: [], depth: depth + 1) }
            relation(member.key, member.value, path).map { next.append($0) }
        }
    }

    private mutating func readFlag(_ key: String, _ value: JSONValue, _ path: [String]) {
        guard let isSet = value.bool ?? value.string.flatMap({ ["true": true, "false": false][$0.lowercased()] }) else { return }
        let name = key.plainName
        let place = JSONPathStep.text(ofKeys: path + [key])
        if PageSignNames.flags.contains(name) {
            guard isSet else {
                isLast = true
                return
            }
            let remedy = PagingRemedy("\"keyset\" with \"has_more\": \"\(place.jsonEscaped)\" goes on by the last item")
            open.append(MorePagesSign(kind: .flag, place: place, phrase: "\(place) is true", remedy: remedy))
        } else if PageSignNames.endFlags.contains(name) {
            if isSet {
                isLast = true
                return
            }
            let remedy = PagingRemedy("\"has_more\": \"\(place.jsonEscaped) | not\" tells a paging whether there is more")
            open.append(MorePagesSign(kind: .flag, place: place, phrase: "\(place) is false", remedy: remedy))
        } else if isSet, PageSignNames.cutFlags.contains(name) {
            weak.append(MorePagesSign(kind: .flag, place: place, phrase: "\(place) is true", isStrong: false))
        }
    }

    private func link(_ name: String, _ found: JSONValue, _ path: [String], flag: String?) -> MorePagesSign? {
        let place = JSONPathStep.text(ofKeys: path + [name])
        let phrase = "\(place) names the next one"
        if let target = found.string {
            // A title, such as that of the next article, is no link.
            let isStrong = !target.contains(where: \.isWhitespace)
            let remedy = isStrong ? PagingRemedy.following(target, at: place, name: name, flag: flag, body) : nil
            return target.isEmpty ? nil : MorePagesSign(kind: .next, place: place, phrase: phrase, remedy: remedy, isStrong: isStrong)
        }
        if let number = found.number?.double {
            let remedy = PagingRemedy.following("", at: place, name: name, flag: flag, body)
            return number > 0 ? MorePagesSign(kind: .next, place: place, phrase: phrase, remedy: remedy) : nil
        }
        guard let members = found.envelopeMembers else { return nil }
        for member in members where PageSignNames.linkMembers.contains(member.key.plainName) {
            guard let target = member.value.string else { continue }
            let inner = member.key
            let place = JSONPathStep.text(ofKeys: path + [name, inner])
            let remedy = PagingRemedy.following(inner == "href" ? "/" + target : target, at: place, name: inner, flag: flag, body)
            return target.isEmpty ? nil : MorePagesSign(kind: .next, place: place, phrase: phrase, remedy: remedy)
        }
        return MorePagesSign(kind: .next, place: place, phrase: phrase, isStrong: false)
    }

    /// The next page in a list such as `[{"rel": "next", "href": "…"}]`.
    private func relation(_ name: String, _ value: JSONValue, _ path: [String]) -> MorePagesSign? {
        let list = JSONPathStep.text(ofKeys: path + [name])
        for element in value.array ?? [] {
            guard let members = element.envelopeMembers,
                let relation = members.first(where: { ["rel", "relation"].contains($0.key.plainName) && $0.value.string == "next" }),
                let target = members.first(where: { PageSignNames.linkMembers.contains($0.key.plainName) }),
                let address = target.value.string, !address.isEmpty
            else { continue }
            let place =
                "\(list)[] | select(\(JSONPathStep.text(ofKeys: [relation.key])) == \"next\") | \(JSONPathStep.text(ofKeys: [target.key]))"
            return MorePagesSign(
                kind: .next, place: place, phrase: "\(list) names the next one",
                remedy: PagingRemedy.following("/" + address, at: place, name: target.key, flag: nil, body))
        }
        return nil
    }

    private func pageCount(_ name: String, _ value: JSONValue, _ path: [String]) -> MorePagesSign? {
        guard let pages = Self.count(value), pages > number else { return nil }
        let place = JSONPathStep.text(ofKeys: path + [name])
        return MorePagesSign(
            kind: .pageCount, place: place, phrase: "\(place) counts \(pages) pages",
            remedy: PagingRemedy(reading: #"{"type": "page", "total_pages": "\#(place.jsonEscaped)"}"#), count: Int(clamping: pages))
    }

    private func total(_ name: String, _ value: JSONValue, _ path: [String]) -> MorePagesSign? {
        // Elasticsearch: {"total": {"value": 10000, "relation": "gte"}}
        let inner = value.envelopeMembers.flatMap { $0["value"] }
        guard let total = Self.count(inner ?? value), total > itemCount else { return nil }
        let place = JSONPathStep.text(ofKeys: path + [name] + (inner == nil ? [] : ["value"]))
        return MorePagesSign(
            kind: .total, place: place, phrase: "\(place) counts \(total) items", count: Int(clamping: total), isStrong: false)
    }

    /// A number of pages or items, which some servers write as a text.
    private static func count(_ value: JSONValue) -> Int64? { value.number?.int64 ?? value.string.flatMap { Int64($0) } }
}
