internal import HTTP
internal import HTTPReading
package import Pipeline
internal import SourcesLocal
internal import Synchronization
internal import WebAddresses

/// The source `http`: reads the items of a web API, page by page.
package struct HTTPSource: Source, URLOptionsProvider {
    package static let name = "http"
    package static let summary = "Reads the items of a web API in JSON, page by page."
    package static let example =
        #"{ "type": "http", "url": "https://api.example.com/items", "items": ".items[]", "id": ".id", "#
        + #""paging": { "type": "cursor", "at": ".next_cursor" } }"#

    /// What happens to a part of `for_each` that fails.
    enum PartFailure: String, CaseIterable {
        /// The run stops.
        case fail
        /// The part counts as one rejected record, and the run continues.
        case reject
    }

    /// The notes of the last run for its summary. A class, because the run writes them and the summary reads them.
    final class Summary: Sendable {
        let counts = Mutex(PartCounts())
    }

    /// The lists that the source reads one after another: one without `for_each`, otherwise one for each part. Not empty.
    private(set) var lists: [HTTPList]
    private let parts: ListParts?
    let onError: PartFailure
    /// Whether the parts differ in credentials, headers or hosts. Stages then share no client with the source.
    private let hasOwnClients: Bool
    let summary = Summary()

    package init(options: inout OptionReader) {
        let parts = ListParts.read(&options)
        self.parts = parts
        if let parts {
            let read = parts.list + [parts.wholeLast].compactMap(\.self)
            lists = options.readEach(ListPart.variable, of: read.map { ("part \($0.shown)", $0.value) }) { options, number in
                HTTPList(&options, part: number < read.count ? read[number] : nil)
            }
            if parts.wholeLast != nil, lists.count > parts.list.count {
                let whole = lists.removeLast()
                if let identity = whole.incremental?.list.identity { lists[lists.count - 1].incremental?.list.identity = identity }
            }
        } else {
            lists = [HTTPList(&options, part: nil)]
        }
        let onError = options.readIfPresent(
            "on_error", .choice(of: PartFailure.self),
            help: "What happens to a part of for_each that fails: it stops the run (fail, which is the default), or counts as one rejected "
                + "record, and the run continues with the next part.")
        if onError != nil, parts == nil { options.report("only a source with \"for_each\" has parts", option: "on_error") }
        self.onError = onError ?? .fail
        hasOwnClients =
            parts != nil && ["auth", "headers", "query", "tls"].contains { options.uses(ListPart.variable, in: $0) }
            || Set(lists.map { $0.template.first.address.origin.hostAndPort }).count > 1
        for number in lists.indices { lists[number].incremental?.list.number = number }
        if Set(lists.compactMap { $0.incremental?.file.path.value }).count > 1 {
            options.report("one file keeps the states of all parts", option: "state")
        }
        shareOutput(readsAll: false)
    }

    /// Lets all lists store their states in one output.
    private mutating func shareOutput(readsAll: Bool) {
        guard let file = lists[0].incremental?.file else { return }
        let output = IncrementalStateOutput(file, of: lists.compactMap { $0.incremental?.list }, readsAll: readsAll)
        for number in lists.indices { lists[number].incremental?.store(in: output, readsAll: readsAll) }
    }

    var explanation: [String] { [parts?.explanation].compactMap(\.self) + lists[0].explanation }

    package var urlOptions: (any URLOptions)? { HTTPOpener(lists[0].settings, scope: hasOwnClients ? nil : lists[0].scope) }

    var notes: [String] {
        summary.counts.withLock { $0.notes(hasParts: parts != nil) } + [lists[0].incremental?.output.note].compactMap { $0 }
    }

    package func run(into output: inout RecordWriter) async throws {
        let clients = ListClients(output.context)
        defer { output.context.network.progress.show(nil) }
        try await run(into: &output, clients)
    }

    /// Reads the lists.
    ///
    /// - Parameter fetch: Fetches a complete response; the second parameter is the request in messages.
    func run(into output: inout RecordWriter, fetch: @escaping ResponseFetcher) async throws {
        try await run(into: &output, ListClients(output.context, fetch: fetch))
    }

    /// Fetches the first pages of the lists.
    ///
    /// - Parameters:
    ///   - context: The context of the command, with its network and secrets.
    ///   - fetch: As for ``run(into:fetch:)``.
    /// - Returns: A line for each list: ``HTTPList/check(in:fetch:)``.
    func check(in context: RunContext, fetch: @escaping ResponseFetcher) async throws -> String? {
        try await check(in: context, ListClients(context, fetch: fetch))
    }

    /// The limit of parts that `check` asks for.
    private static let maxChecked = 10

    private func check(in context: RunContext, _ clients: ListClients) async throws -> String? {
        var lines: [String] = []
        for list in lists.prefix(Self.maxChecked) {
            if let line = try await list.check(in: context, fetch: clients.fetcher(of: list, isCheck: true)) { lines.append(line) }
        }
        if lists.count > Self.maxChecked { lines.append("\((lists.count - Self.maxChecked).counted("further part")) not asked") }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
}

extension HTTPSource {
    package var hooks: Hooks {
        Hooks(output: lists[0].incremental?.output, explanation: explanation, notes: notes) { context in
            try await check(in: context, ListClients(context))
        }
    }

    package var continuation: SourceContinuation {
        lists[0].incremental == nil ? .none : SourceContinuation(readingAll: readingAll, resetState: resetState)
    }

    func readingAll() -> HTTPSource {
        var source = self
        source.shareOutput(readsAll: true)
        return source
    }

    func resetState() throws -> String? {
        guard let file = lists[0].incremental?.file else { return nil }
        return try file.reset() ? "\(file.shown): the state is deleted; the next run reads all" : "\(file.shown): there is no state"
    }
}
