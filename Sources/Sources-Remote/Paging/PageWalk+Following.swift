internal import HTTP
internal import HTTPReading
internal import JSONParsing
internal import Pipeline
internal import SourcesLocal
internal import WebAddresses

extension PageWalk {
    /// Decides how the walk continues after a page.
    ///
    /// - Throws: ``PagingFault``; `CancellationError` if the run is stopped while a jq query runs.
    mutating func follow(_ page: PageFacts) throws -> PageOutcome {
        if let rule = page.ruleBeforeList { throw PagingFault.nothingBegun(status: page.head.status, option: rule.option) }
        switch page.meaning {
        case .end, .empty: return .end(endByRule(page))
        case .content, .skip: break
        }
        switch paging.kind {
        case .none: return .end(.single(more: page.content == nil || page.skippedBy != nil ? nil : signs(of: page).first))
        case .numbered(let paging): return try readNumbered(page, paging)
        default: return if let rule = page.skippedBy { try followSkipped(page, rule) } else { try followNamed(page) }
        }
    }

    /// Decides how the walk continues after a page that a rule skips. Only the page itself can name the next one.
    private mutating func followSkipped(_ page: PageFacts, _ rule: Int) throws -> PageOutcome {
        do {
            let outcome = try followNamed(page)
            switch outcome {
            case .more, .end(.namedAgain): return outcome
            default: if let hasMore, try hasMore.flag(in: page) == false { return outcome }
            }
        } catch let fault as PagingFault where fault.isAboutNextPage {
            throw fault
        } catch is PagingFault {
            // An error page has other content than the pages of the list.
        }
        throw PagingFault.skipped(page: page.number, rule: rule)
    }

    /// Decides how the walk continues after a page of a list whose pages name the next one.
    private mutating func followNamed(_ page: PageFacts) throws -> PageOutcome {
        let flag = try hasMore?.flag(in: page)
        if let hasMore, flag == false { return try last(page, saying: hasMore) }
        switch paging.kind {
        case .none, .numbered: preconditionFailure("the pages of this kind do not name the next one")
        case .linkHeader(let relation):
            guard let next = WebLink.target(of: relation, in: page.head.headers) else {
                if let value = WebLink.unreadable(in: page.head.headers) {
                    throw PagingFault.wrongKind(
                        page: page.number, place: "the header Link", expected: "links such as <https://example.org/?page=2>; rel=\"next\"",
                        found: "\"\(PageToken(value).shown)\"")
                }
                if flag == true { return try lastOrFault(page, flag, .header("Link")) }
                return try last(page, "has no link to the next page in the header Link", reading: [.header("Link")])
            }
            return try go(to: next, place: "the header Link", from: page)
        case .nextURL(let place):
            guard let next = try place.link(in: page) else { return try lastOrFault(page, flag, place) }
            return try go(to: place.base(of: next.text, in: page) + next.text, place: place.shown, from: page)
        case .nextParameter(let place, let take, _):
            guard let next = try place.link(in: page) else { return try lastOrFault(page, flag, place) }
            guard let address = page.address.resolving(next.text) else {
                throw PagingFault.noAddress(page: page.number, place: place.shown, found: "\"\(next.shown)\"")
            }
            guard let value = address.queryValue(take), !value.isEmpty else {
                throw PagingFault.noQueryItem(page: page.number, next: address.shown, name: take)
            }
            return try go(with: PageToken(value), from: page)
        case .cursor(let place, let sendAs, let stopsOnEmpty):
            if stopsOnEmpty, page.itemCount == 0, page.skippedBy == nil { return .end(.last) }
            // Some servers send 0 with the last page.
            guard let token = try place.token(in: page), token.text != "0", !sendAs.isWithoutValue(token) else {
                return try lastOrFault(page, flag, place)
            }
            return try go(with: token, from: page)
        case .keyset(let field, let sendAs, _, let size):
            if flag == nil, let size, page.itemCount < min(size, longestPage) { return try last(page, "is short", reading: []) }
            guard let item = page.lastItem else {
                guard let hasMore, flag == true else { return try last(page, "is empty", reading: []) }
                throw PagingFault.noToken(page: page.number, flag: hasMore.shown, place: "an empty page")
            }
            return try go(with: try Self.key(field, for: sendAs, of: item, page.number), from: page)
        }
    }

    /// The end of a walk at a page that names no next page at a place.
    ///
    /// - Throws: ``PagingFault`` if the flag says that there is more.
    private func lastOrFault(_ page: PageFacts, _ flag: Bool?, _ place: PageValue) throws -> PageOutcome {
        guard let hasMore, flag == true else { return try last(page, naming: place) }
        throw PagingFault.noToken(page: page.number, flag: hasMore.shown, place: place.shown)
    }

    /// Goes on with a URL that a page names.
    private mutating func go(to next: String, place: String, from page: PageFacts) throws -> PageOutcome {
        guard let address = page.address.resolving(next) else {
            throw PagingFault.noAddress(page: page.number, place: place, found: "\"\(PageToken(next).shown)\"")
        }
        // Back to the host of the source, but never from https to http.
        let isHome = address.origin == template.first.address.origin && (address.origin.isSecure || !page.address.origin.isSecure)
        guard isHome || address.origin == page.address.origin || isAllowed(address.origin) else {
            if page.address.origin.isSecure, !address.origin.isSecure {
                throw PagingFault.unencrypted(page: page.number, next: address.shown)
            }
            throw PagingFault.foreignHost(page: page.number, next: address.shown, host: address.origin.hostAndPort)
        }
        if let end = try repetition(of: Fingerprint(address.text), shown: address.shown, page) { return end }
        upcoming = .address(address)
        return .more
    }

    /// Goes on with a token that a page gives.
    private mutating func go(with token: PageToken, from page: PageFacts) throws -> PageOutcome {
        guard let parameter = tokenParameter else { preconditionFailure("requests of this kind carry no token") }
        if let expected = parameter.expectation(instead: token) {
            let found = token.isStructured ? token.shown : "\"\(token.shown)\""
            throw PagingFault.wrongKind(page: page.number, place: "the next page", expected: expected, found: found)
        }
        if let end = try repetition(of: parameter.fingerprint(of: token), shown: token.shown, page) { return end }
        upcoming = .token(token)
        return .more
    }

    /// Notes the next page that a page names.
    ///
    /// - Returns: The end of the walk, if the next page was named before and the option `on_repeat` takes that for the end.
    private mutating func repetition(of next: Fingerprint, shown: String, _ page: PageFacts) throws -> PageOutcome? {
        guard let earlier = named.updateValue(page.number, forKey: next) else { return nil }
        if paging.endsOnRepeat { return .end(.namedAgain(page: page.number)) }
        if page.number == 2, page.repeatsPageBefore, let tokenParameter {
            throw PagingFault.ignored(page: page.number, parameter: tokenParameter.phrase)
        }
        throw PagingFault.namedAgain(page: page.number, earlier: earlier, next: shown)
    }
}
