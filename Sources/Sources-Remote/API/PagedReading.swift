internal import HTTPReading
internal import HTTP
internal import JSONParsing
internal import Pipeline

/// Reads a list page by page, and sends its items in order.
///
/// While the items of a page are sent, the next page is fetched. Where the server counts its pages, several are fetched at once. A page, or
/// the failure to fetch it, is used only after the items of all earlier pages were sent. A run that shows the first records fetches each
/// page when it needs more records.
struct PagedReading {
    private var list: DeduplicatingWalk
    private let fetcher: PageFetcher
    /// The limit of pages in memory that were not sent yet.
    private let concurrency: Int
    /// The number of items to send; nil for all.
    private let maxItems: Int?
    private(set) var counts = WalkCounts()
    /// The kind of the first item of the last page that had one.
    private var firstKind: JSONKind?
    /// Chooses the items of an incremental run; nil for another run.
    private(set) var incremental: IncrementalReading?
    /// The reason why the walk has not read the whole list; nil if it has.
    private(set) var obstacle: String?

    init(_ walk: PageWalk, fetcher: PageFetcher, concurrency: Int, maxItems: Int?, incremental: IncrementalReading? = nil) {
        list = DeduplicatingWalk(walk)
        self.incremental = incremental
        counts.incremental = incremental?.counts
        self.fetcher = fetcher
        self.concurrency = max(1, concurrency)
        self.maxItems = maxItems
    }

    /// Reads the pages to the end of the walk.
    ///
    /// - Parameters:
    ///   - output: Receives the items.
    ///   - show: Receives the counts after each page.
    /// - Throws: ``PipelineFailure`` for a page that cannot be fetched or used, or a walk that cannot continue; `CancellationError`;
    ///   ``ReadingStopped``. The items of all pages before were sent.
    mutating func run(into output: inout RecordWriter, show: (WalkCounts) -> Void) async throws {
        while !list.walk.isFinished {
            try await runTasks(into: &output, show)
        }
        if list.walk.numbers?.totals.hasShrunk == true { obstacle = "items may be missing" }
        for warning in list.warnings { output.warn(warning, of: fetcher.shown, mayMissRecords: true) }
    }

    /// Ends the choice of items: ``IncrementalReading/finish()``.
    ///
    /// - Returns: The warnings about the cursors; none for a run that is not incremental.
    mutating func finishIncremental() throws -> [IncrementalReading.Warning] { try incremental?.finish() ?? [] }

    /// Reads pages until the end, or until the requests made ahead turn out to be wrong. The group's tasks are then cancelled.
    private mutating func runTasks(into output: inout RecordWriter, _ show: (WalkCounts) -> Void) async throws {
        try await withThrowingTaskGroup(of: (number: Int, page: Result<FetchedPage, any Error>).self) { group in
            // The pages that arrived before an earlier one, by number.
            var early: [Int: Result<FetchedPage, any Error>] = [:]
            var ahead = 0
            var isOpen = true
            let concurrency = output.readsAhead ? concurrency : 1
            while isOpen {
                while ahead < concurrency, let next = list.walk.request() {
                    ahead += 1
                    group.addTask { [fetcher] in (next.number, await fetcher.result(next)) }
                }
                let number = list.walk.read + 1
                while early[number] == nil, let (other, page) = try await group.next() { early[other] = page }
                guard let page = try early.removeValue(forKey: number)?.get() else { break }
                ahead -= 1
                let (isNew, isLast, outcome) = try take(page)
                // The next page is fetched while the items of this one are sent.
                let isMoreWanted = outcome == .more && !isLast && counts.items + isNew.count(where: { $0 }) < maxItems ?? .max
                if output.readsAhead, isMoreWanted, let next = list.walk.request() {
                    ahead += 1
                    group.addTask { [fetcher] in (next.number, await fetcher.result(next)) }
                }
                isOpen = try await send(page, isNew, into: &output) && !isLast && goesOn(after: outcome, output)
                if isLast { list.walk.stop() }
                show(counts)
                if isOpen { try await output.waitForDemand() }
            }
            group.cancelAll()
        }
    }

    /// Adds a page to the list.
    ///
    /// - Returns: For each item, whether it is new; whether all later pages are older than what an incremental run asks for; and the
    ///   outcome of the page.
    private mutating func take(_ page: FetchedPage) throws -> (isNew: [Bool], isLast: Bool, PageOutcome) {
        let (isNew, outcome) = try list.take(page)
        counts.pages = list.walk.read
        counts.dropped = list.droppedCount
        if let remark = page.remark, remark.isOpen { obstacle = "items may be missing" }
        guard page.meaning == .content, incremental != nil else { return (isNew, false, outcome) }
        do {
            try incremental?.read(page.facts(repeatsPageBefore: false))
        } catch let fault as PagingFault {
            throw PipelineFailure(fault.kind, "\(fetcher.shown): \(fault)")
        }
        let place = "\(fetcher.shown): page \(page.number)"
        let isSent = try incremental?.choose(page.content.marks, isNew: isNew, page: place)
        counts.incremental = incremental?.counts
        return (isSent ?? isNew, incremental?.isDone == true, outcome)
    }

    /// Sends the new items of a page.
    ///
    /// - Returns: Whether more items are wanted.
    private mutating func send(_ page: FetchedPage, _ isNew: [Bool], into output: inout RecordWriter) async throws -> Bool {
        guard page.meaning == .content else { return true }
        if let remark = page.remark { output.warn(remark.text, of: fetcher.shown, mayMissRecords: remark.isOpen) }
        var records = page.content.records(
            isNew, from: Origin(source: fetcher.shown, page: page.number, base: page.address.base(isSecret: fetcher.isSecret)))
        if let first = records.first?.value { warnOfShape(of: first, on: page, output) }
        let left = maxItems.map { $0 - counts.items } ?? .max
        if records.count > left { records.removeSubrange(left...) }
        counts.items += records.count
        let isEnough = records.count >= left
        try await output.send(contentsOf: records)
        if isEnough {
            list.walk.stop()
            obstacle = "\"max_items\" ended the reading"
        }
        return !isEnough
    }

    /// Warns of items whose shape says that `items` most likely names the wrong place.
    ///
    /// - Parameter first: The first item of the page.
    private mutating func warnOfShape(of first: JSONValue, on page: FetchedPage, _ output: borrowing RecordWriter) {
        if first.kind == .array, firstKind != .array {
            let place = firstKind == nil ? "the first item" : "on page \(page.number), the first item"
            output.warn(
                "\(place) is an array, which makes one record; with [] at the end of \"items\" each element makes one", of: fetcher.shown)
        }
        if firstKind == nil, page.content.container == .object, first.kind != .object, first.kind != .array {
            output.warn(
                "\"items\" ends with [] at an object, whose values (the first one is \(first.kind.phrase)) become records; without [] the "
                    + "object is one record", of: fetcher.shown)
        }
        firstKind = first.kind
    }

    /// Handles the outcome of a page, after its items were sent.
    ///
    /// - Returns: Whether the tasks of the group continue.
    private mutating func goesOn(after outcome: PageOutcome, _ output: borrowing RecordWriter) throws -> Bool {
        switch outcome {
        case .more: return true
        case .moreElsewhere: return false
        case .end(let end):
            if let warning = end.warning { output.warn(warning, of: fetcher.shown, mayMissRecords: end.mayMissItems) }
            if !end.isComplete { obstacle = "items may be missing" }
            return false
        case .failed(let fault): throw PipelineFailure(fault.kind, "\(fetcher.shown): \(fault)")
        }
    }
}

/// The counts of a walk, for the summary of the run.
struct WalkCounts: Sendable, Equatable {
    /// The number of pages that were read.
    var pages = 0
    /// The number of items that were sent.
    var items = 0
    /// The number of items that came again and were dropped.
    var dropped = 0
    /// The counts of an incremental run; nil for another run.
    var incremental: IncrementalCounts?

    /// The progress in a few words, such as `page 3, 150 items`.
    var label: String { "page \(pages), \(items.counted("item"))" }

    /// Adds the counts of another walk.
    mutating func add(_ other: WalkCounts) {
        pages += other.pages
        items += other.items
        dropped += other.dropped
        if let more = other.incremental { incremental = incremental?.adding(more) ?? more }
    }

    /// The sentences of the summary.
    var notes: [String] {
        guard pages > 0 else { return [] }
        let kind = incremental == nil ? "item" : "new or changed item"
        var notes = ["\(items.counted(kind)) of \(pages.counted("page"))" + (incremental?.phrase ?? "")]
        if dropped > 0 {
            notes.append("\(dropped.counted("item")) came again on a later page and \(dropped.was) dropped")
        }
        return notes
    }
}

/// The counts of the lists of a source, for the summary of the run.
struct PartCounts: Sendable {
    /// The limit of parts with a line of their own in the summary.
    private static let maxShown = 20

    private var total = WalkCounts()
    /// The number of requests; nil if no client counts them.
    private var requests: Int?
    /// The number of parts that were begun.
    private var parts = 0
    /// The number of parts that failed, and that the run left out.
    var failures = 0
    /// The lines of the first parts.
    private var lines: [String] = []

    /// - Parameter requests: 0; nil if no client counts requests.
    init(requests: Int? = nil) {
        self.requests = requests
    }

    /// Adds a list that was read, or whose reading failed.
    ///
    /// - Parameters:
    ///   - requests: The number of requests that were sent for it; nil if they were not counted.
    ///   - part: The part in messages; nil for a source without parts.
    mutating func add(_ counts: WalkCounts, requests: Int?, of part: String?) {
        parts += 1
        total.add(counts)
        if let requests { self.requests = (self.requests ?? 0) + requests }
        guard let part, parts <= Self.maxShown else { return }
        lines += Self.notes(counts, requests).map { "part \(part): \($0)" }
    }

    /// The sentences of the summary: the sums, and with parts the counts of each.
    func notes(hasParts: Bool) -> [String] {
        var notes = Self.notes(total, requests)
        guard hasParts, !notes.isEmpty else { return notes }
        let failed = failures > 0 ? ", of which \(failures) failed" : ""
        notes[0] = "\(parts.counted("part"))\(failed): \(notes[0])"
        let rest = parts - Self.maxShown
        return notes + lines + (rest > 0 ? ["\(rest.counted("further part")) without a line here"] : [])
    }

    private static func notes(_ counts: WalkCounts, _ requests: Int?) -> [String] {
        var notes = counts.notes
        guard let text = requests?.counted("request") else { return notes }
        if notes.isEmpty { notes = [text] } else { notes[0] += ", \(text)" }
        return notes
    }
}
