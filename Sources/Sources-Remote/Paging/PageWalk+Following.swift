internal import JSONParsing
internal import Pipeline

extension PageWalk {
    /// Decides what follows from a page.
    ///
    /// - Throws: ``PagingFault``; `CancellationError` if the run is stopped while a jq program runs.
    mutating func follow(_ page: PageFacts) throws -> PageOutcome {
        if page.meaning == .end { return .end(.rule) }
        // A response without a body is the end, but a rule passes over one page alone where pages are counted.
        let isEmpty = page.content == nil && page.meaning == .content
        switch paging.kind {
        case .none: return .end(.single(more: page.content == nil ? nil : Self.signOfMore(in: page)))
        case .numbered(let paging): return try readNumbered(page, paging, isEmpty: isEmpty)
        case .linkHeader(let relation):
            guard let next = WebLink.target(of: relation, in: page.head.headers) else { return .end(.last) }
            return try go(to: next, place: "the header Link", from: page)
        case .nextURL(let place):
            guard let next = try place.token(in: page) else { return .end(.last) }
            return try go(to: next.text, place: place.shown, from: page)
        case .nextParameter(let place, let take, _):
            guard let next = try place.token(in: page) else { return .end(.last) }
            guard let address = page.address.resolving(next.text) else {
                throw PagingFault.noAddress(page: page.number, place: place.shown, found: "\"\(next.shown)\"")
            }
            guard let value = address.queryValue(take), !value.isEmpty else {
                throw PagingFault.noQueryItem(page: page.number, next: address.shown, name: take)
            }
            return try go(with: PageToken(value), from: page)
        case .cursor(let place, _, let hasMore, let stopsOnEmpty):
            if let hasMore, try !hasMore.flag(in: page) { return .end(.last) }
            if stopsOnEmpty, page.itemCount == 0 { return .end(.last) }
            if let token = try place.token(in: page) { return try go(with: token, from: page) }
            guard let hasMore else { return .end(.last) }
            throw PagingFault.noToken(page: page.number, flag: hasMore.shown, place: place.shown)
        case .keyset(let field, _, let hasMore, _, let size):
            if let hasMore {
                guard try hasMore.flag(in: page) else { return .end(.last) }
            } else if let size, page.itemCount < min(size, longestPage) {
                return .end(.last)
            }
            guard let item = page.lastItem else {
                guard let hasMore else { return .end(.last) }
                throw PagingFault.noToken(page: page.number, flag: hasMore.shown, place: "an empty page")
            }
            return try go(with: try Self.key(field, of: item, page.number), from: page)
        }
    }

    private mutating func readNumbered(_ page: PageFacts, _ paging: NumberedPaging, isEmpty: Bool) throws -> PageOutcome {
        if page.repeatsPageBefore { return try endOfRepetition(page, paging.unit) }
        let total = try paging.total?.count(in: page)
        let step = numbers?.read(count: page.itemCount, total: total) ?? .end
        switch step {
        case .end: return .end(.last)
        case .emptyBefore(let total): return .end(.emptyBefore(total: total, unit: paging.unit, page: page.number))
        case .more: return isEmpty ? .end(.last) : .more
        case .moreElsewhere: return isEmpty ? .end(.last) : .moreElsewhere
        }
    }

    /// What follows from a page of a counted list that holds the items of the page before.
    ///
    /// - Throws: ``PagingFault`` if the server counts that page as one of its own.
    private func endOfRepetition(_ page: PageFacts, _ unit: NumberedPages.Unit) throws -> PageOutcome {
        if !paging.endsOnRepeat, let numbers, numbers.isBeforeTotal, let total = numbers.total {
            throw PagingFault.sameItems(page: page.number, counted: unit.counted(total))
        }
        return try endOfSameItems(page)
    }

    /// The end of a walk at a page that holds the items of the page before. Servers answer so beyond their last page.
    ///
    /// - Throws: ``PagingFault`` if the second page is the first one again: then the server most likely ignores the parameter.
    func endOfSameItems(_ page: PageFacts) throws(PagingFault) -> PageOutcome {
        if !paging.endsOnRepeat, page.number == 2, page.itemCount == longestPage {
            throw PagingFault.sameItems(page: page.number, counted: nil)
        }
        return .end(.sameItems(page: page.number))
    }

    /// Goes on with a URL that a page names.
    private mutating func go(to next: String, place: String, from page: PageFacts) throws -> PageOutcome {
        guard let address = page.address.resolving(next) else {
            throw PagingFault.noAddress(page: page.number, place: place, found: "\"\(PageToken(next).shown)\"")
        }
        // Back to the host of the source, but never from https to http.
        let isHome = address.origin == template.first.address.origin && (address.origin.isSecure || !page.address.origin.isSecure)
        guard isHome || address.origin == page.address.origin || isAllowed(address.origin) else {
            throw PagingFault.foreignHost(page: page.number, next: address.shown, host: address.origin.hostAndPort)
        }
        if let end = try repetition(of: address.text, shown: address.shown, page) { return end }
        target = .address(address)
        return .more
    }

    /// Goes on with a token that a page gives.
    private mutating func go(with token: PageToken, from page: PageFacts) throws -> PageOutcome {
        // A line break would begin another header field. The other places of a request encode their values.
        if case .header = tokenParameter, CredentialText.fault(token.text) != nil {
            throw PagingFault.wrongKind(
                page: page.number, place: "the next page", expected: "a text that a header can carry", found: "\"\(token.shown)\"")
        }
        if let end = try repetition(of: token.text, shown: token.shown, page) { return end }
        target = .token(token)
        return .more
    }

    /// Notes what a page names.
    ///
    /// - Returns: The end of the walk, if it was named before and that is no error.
    private mutating func repetition(of next: String, shown: String, _ page: PageFacts) throws -> PageOutcome? {
        guard let earlier = named.updateValue(page.number, forKey: Fingerprint(next)) else { return nil }
        if paging.endsOnRepeat { return .end(.namedAgain(page: page.number)) }
        throw PagingFault.namedAgain(page: page.number, earlier: earlier, next: shown)
    }
}
