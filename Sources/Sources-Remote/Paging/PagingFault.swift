internal import HTTP
internal import HTTPReading
internal import JSONParsing
internal import Pipeline

/// The reason why a walk cannot continue. Pages are numbered from 1.
enum PagingFault: Error, Equatable {
    /// A page names a page that an earlier response named already; with `earlier` 0, the first page of the walk.
    case namedAgain(page: Int, earlier: Int, next: String)
    /// A page holds the items of the page before, and names the same next page: the server does not read the token of the request.
    case ignored(page: Int, parameter: String)
    /// A page holds the same items as the page before, although it is the second one, or the server counts more pages or items.
    case sameItems(page: Int, counted: String?)
    /// A page is empty before the total of the server is reached.
    case emptyBefore(total: Int, unit: PageCounter.Unit, page: Int, items: Int)
    /// The paging ends with a page, which says elsewhere that there is more. `end` says how the paging ends there.
    case moreNamed(page: Int, end: String, sign: MorePagesSign)
    /// The items of a page are values of an object, and those of the pages before elements of an array, or the other way round.
    case otherShape(page: Int, found: JSONKind)
    /// By its status alone, a rule skips the first page, or ends the list there.
    case nothingBegun(status: Int, option: String)
    /// A rule skips a page, and only this page could name the next one.
    case skipped(page: Int, rule: Int)
    /// A rule skips a page, so that the number of its items is unknown, and with it the next offset.
    case skippedUncounted(page: Int, rule: Int)
    /// A rule skips the last page that the limit allows.
    case skippedAtLimit(limit: Int, rule: Int)
    /// There are more pages than the limit allows.
    case tooManyPages(limit: Int)
    /// The next page is on a host to which the source may send no request.
    case foreignHost(page: Int, next: String, host: String)
    /// The next page is not encrypted, although the page that names it is.
    case unencrypted(page: Int, next: String)
    /// The next page is no URL.
    case noAddress(page: Int, place: String, found: String)
    /// The URL of the next page lacks the query item that `take` names.
    case noQueryItem(page: Int, next: String, name: String)
    /// The server says that there is more, and does not say where.
    case noToken(page: Int, flag: String, place: String)
    /// The last item of a page lacks the value that the next request of `keyset` sends.
    case noKey(page: Int, place: String, found: String)
    /// A cursor is longer than a request may carry.
    case tooLong(page: Int, place: String)
    /// A value that paging needs is of the wrong kind.
    case wrongKind(page: Int, place: String, expected: String, found: String)
    /// A jq query of the paging failed.
    case programFailed(page: Int, reason: String)

    /// Returns the fault for the error of a jq query. An error with a place in the pipeline file quotes the query itself.
    static func program(page: Int, _ program: RecordQuery, _ error: any Error) -> PagingFault {
        let reason = error is RecordQueryError ? error.message : "\(program.source): \(error.message)"
        return .programFailed(page: page, reason: reason.printable)
    }
}

extension PagingFault: CustomStringConvertible {
    /// The fault in one sentence, without the URL of the source.
    var description: String {
        switch self {
        case .namedAgain(let page, let earlier, let next):
            // The page that page 1 names is page 2: each named page is read next.
            let target = earlier + 1 == page ? "itself" : "page \(earlier + 1)"
            return "page \(page) leads back to \(target): \(next); the server may ignore what asks for the next page "
                + "(\"on_repeat\": \"end\" takes that for the end)"
        case .ignored(let page, let parameter):
            return "page \(page) holds the items of page \(page - 1) again, and names the same next page: the server seems to ignore "
                + "\(parameter); \"send_as\" names what it reads"
        case .sameItems(let page, let counted):
            return "page \(page) holds the same items as page \(page - 1)" + (counted.map { ", and the server counts \($0)" } ?? "")
                + "; the server may ignore what asks for the next page"
                + (page == 2 ? ", and page in another way" : " (\"on_repeat\": \"end\" takes that for the end)")
        case .emptyBefore(let total, let unit, let page, let items):
            return "page \(page) is empty, but the server counts \(unit.counted(total)), and \(items.counted("item")) came so "
                + "far; \"stop_on_empty\": true takes that for the end, and false goes on behind it"
        case .moreNamed(let page, let end, let sign):
            return "page \(page) \(end), but \(sign.phrase)" + (sign.remedy.map { "; \($0.words)" } ?? "")
        case .otherShape(let page, let found):
            let other: JSONKind = found == .array ? .object : .array
            return "page \(page): \"items\" names \(found.phrase), and \(other.phrase) on the pages before it"
        case .nothingBegun(let status, let option):
            return
                "the server answered \(status) for the first page, which \(option) passes over; no list has begun, is the URL right? "
                + "(\"action\": \"empty\" says that this answer means an empty list)"
        case .skipped(let page, let rule):
            return "page \(page) was skipped by responses[\(rule)], and only it names the page after it; \"end\" ends the list there"
        case .skippedUncounted(let page, let rule):
            return "page \(page) was skipped by responses[\(rule)], and the offset of the page after it is unknown; "
                + "\"size\" says how many items a page holds, and \"end\" ends the list there"
        case .skippedAtLimit(let limit, let rule):
            return "page \(limit) was skipped by responses[\(rule)], and limits.max_pages is \(limit); \"end\" ends the list there"
        case .tooManyPages(let limit):
            return "page \(limit) is not the last one, and limits.max_pages is \(limit)"
        case .foreignHost(let page, let next, let host):
            return "page \(page) names a page on another host: \(next); \"allow_hosts\": [\"\(host)\"] in \"paging\" allows that, and "
                + "\"type\": \"next_param\" sends its token to the source's own URL"
        case .unencrypted(let page, let next):
            return "page \(page) names a page that is not encrypted, and so is not requested: \(next)"
        case .noAddress(let page, let place, let found):
            return "page \(page): expected the URL of the next page at \(place), found \(found)"
        case .noQueryItem(let page, let next, let name):
            return "page \(page): the URL of the next page has no query item \"\(name)\": \(next)"
        case .noToken(let page, let flag, let place):
            return "page \(page): \(flag) says that there is more, but \(place) names no next page"
        case .noKey(let page, let place, let found):
            return "page \(page): expected a string, a number, a list or an object at \(place) of the last item, found \(found)"
        case .tooLong(let page, let place):
            return "page \(page): the cursor at \(place) is longer than \(PageToken.maxBytes) bytes"
        case .wrongKind(let page, let place, let expected, let found):
            return "page \(page): expected \(expected) at \(place), found \(found)"
        case .programFailed(let page, let reason): return "page \(page): \(reason)"
        }
    }

    /// The category of the failure: a server that cannot be read to the end, or options that do not fit its pages.
    var kind: PipelineFailure.Kind {
        switch self {
        case .namedAgain, .ignored, .sameItems, .emptyBefore, .moreNamed, .nothingBegun, .skipped, .skippedUncounted, .skippedAtLimit,
            .tooManyPages, .foreignHost, .unencrypted, .noToken:
            .remoteUnavailable
        case .noAddress, .noQueryItem, .noKey, .tooLong, .otherShape, .wrongKind, .programFailed: .badData
        }
    }
}
