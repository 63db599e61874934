internal import HTTP
internal import HTTPReading
internal import JSONParsing
internal import Pipeline
internal import WebAddresses

// The last page, and whether its response says elsewhere that there is more.
extension PageWalk {
    /// The end of a walk at a page that names no next page at a place.
    func last(_ page: PageFacts, naming place: PageValue) throws(PagingFault) -> PageOutcome {
        try last(page, "names no next page at \(place.shown)", reading: [place] + (hasMore.map { [$0] } ?? []))
    }

    /// The end of a walk at a page whose flag says that there is no more. Such a page may still name a next one.
    func last(_ page: PageFacts, saying flag: PageValue) throws(PagingFault) -> PageOutcome {
        try last(page, "says at \(flag.shown) that it is the last one", reading: [flag], ignoring: [.next, .pageCount])
    }

    /// The end of a walk.
    ///
    /// - Parameters:
    ///   - page: The last page.
    ///   - end: How the paging ends there, in words.
    ///   - values: The places that the paging has read. Their values do not count as signs.
    ///   - ignored: The kinds of signs that mean nothing here.
    /// - Throws: ``PagingFault`` if the response says clearly that there is more: then the paging does not fit the API.
    func last(
        _ page: PageFacts, _ end: String, reading values: [PageValue], ignoring ignored: Set<MorePagesSign.Kind> = []
    ) throws(PagingFault) -> PageOutcome {
        // Ignore the total if the paging already reads it, or if pages were left out: it then says nothing about missing items.
        let readsTotal = numbers?.total != nil && !mayReadPageSize
        let ignored = !readsTotal && countsAllItems ? ignored : ignored.union([.total])
        let signs = self.signs(of: page).filter { sign in !ignored.contains(sign.kind) && !values.contains { $0.hasRead(sign) } }
        let clear = signs.first { sign in sign.isStrong && !values.contains { $0.mayHaveRead(sign) } }
        // After the first page, the paging has proved to fit the API. Some servers name a next page on each page; a flag is still clear.
        if let clear, page.number == 1 || clear.kind == .flag && numbers?.total == nil {
            throw .moreNamed(page: page.number, end: end, sign: clear)
        }
        guard let sign = signs.first(where: { page.number == 1 || Self.countingKinds.contains($0.kind) }) else { return .end(.last) }
        return .end(page.number == 1 ? .single(more: sign) : .early(page: page.number, items: itemCount, sign: sign))
    }

    /// The kinds of signs that count after the first page, too. Others do not, because some servers name a next page on each page.
    private static let countingKinds: Set = [MorePagesSign.Kind.total, .pageCount, .flag]

    /// The signs of a page that there are more pages.
    func signs(of page: PageFacts) -> [MorePagesSign] {
        var number = page.number
        // A walk may begin after the first page of the server.
        if case .numbered(let paging) = paging.kind {
            if paging.unit == .page, paging.start > 1 { number += paging.start - 1 }
        } else if let first = template.first.address.queryValue("page").flatMap({ Int32($0) }), first > 1 {
            number += Int(first) - 1
        }
        var named: [MorePagesSign] = []
        if let lastPageNamed, lastPageNamed > number {
            let phrase = "the header Link names page \(lastPageNamed) as the last one"
            named.append(MorePagesSign(kind: .pageCount, place: "Link, last", phrase: phrase, isStrong: false))
        }
        return named
            + MorePagesFinder.signs(
                head: page.head, page: page.content, around: place, itemCount: page.number == 1 ? page.itemCount : itemCount,
                number: number,
                body: template.body, isCounted: countsPages)
    }

    /// Whether the total that the paging reads may be the size of a page. Then other members that count items are still signs.
    private var mayReadPageSize: Bool {
        guard case .numbered(let paging) = paging.kind else { return false }
        return paging.unit == .item && paging.total?.mayBePageSize == true
    }

    /// The place of the flag that says whether there is more; nil if the paging reads none.
    var hasMore: PageValue? { paging.hasMore }
}

extension PageValue {
    /// Whether the paging has read this value in the place where the sign was found.
    fileprivate func hasRead(_ sign: MorePagesSign) -> Bool {
        switch self {
        // The header Link has several relations; the paging may follow another one.
        case .header(let name): sign.place.lowercased() == name.lowercased() && sign.kind != .header
        case .query: path == sign.place
        }
    }

    /// Whether the value was perhaps made from that of a sign, so that the sign is too weak for a fault.
    fileprivate func mayHaveRead(_ sign: MorePagesSign) -> Bool {
        switch self {
        case .header(let name): return sign.kind == .header && name.lowercased() == sign.place.lowercased()
        case .query(let query):
            // A query with conditions has evaluated the members that it names.
            guard path == nil, let member = sign.place.split(separator: ".").last else { return false }
            return query.source.contains(member)
        }
    }

    /// Whether the value may be the size of a page, by its name. `count` is the total of some APIs, and the size of a page in others.
    fileprivate var mayBePageSize: Bool { member.map { MorePagesFinder.namesSize($0) || $0 == "count" } ?? false }

    /// Whether the name of the value says that it is true at the end of a list.
    var saysEnd: Bool { member.map(MorePagesFinder.saysEnd) ?? false }

    /// The last key of a path such as `.meta.next`; nil for a query that is not a plain path.
    private var member: String? { path?.split(separator: ".").last.map(String.init) }

    /// The path of a query such as `.meta.next`; nil for a header, and for a query with anything other than keys.
    private var path: String? {
        guard case .query(let query) = self, let (steps, rest) = query.leadingPath, rest == nil else { return nil }
        var keys: [JSONPathStep] = []
        for step in steps {
            guard case .key(let name, _) = step else { return nil }
            keys.append(.key(name))
        }
        return JSONPathStep.text(of: keys)
    }
}

extension PagingFault {
    /// Whether a page named a next one that the walk must not go to.
    var isAboutNextPage: Bool {
        switch self {
        case .namedAgain, .foreignHost, .unencrypted: true
        default: false
        }
    }
}
