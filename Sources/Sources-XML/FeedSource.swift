internal import HTMLParsing
internal import JSONParsing
package import Pipeline
package import SourcesLocal
internal import XMLParsing

/// The source `feed`: reads feeds in RSS, Atom and JSON Feed, and makes a record of each item.
package struct FeedSource: InputListSource, DocumentSource {
    package static let name = "feed"
    package static let summary =
        "Reads feeds (RSS, Atom, JSON Feed) from a file, standard input or an http(s) URL: each item a record of the same form."
    package static let example = #"{ "type": "feed", "from": "https://example.org/feed.xml" }"#

    /// The value of the header `Accept`.
    private static let accepts =
        "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5"

    package let documents: InputDocuments
    package var inputs: [Input] { documents.inputs }
    private let maxPages: Int
    /// The limit of an item in bytes.
    private let maxBytes: Int

    package init(options: inout OptionReader) {
        let inputs = options.read("from", .list(of: .input, isEmptyAllowed: false), help: InputList.help)
        maxPages = options.read(
            "max_pages", .integer(1...100_000), default: 1000,
            help:
                "How many documents of one feed are read. A feed at a URL may name its next page or an archive with earlier items (RFC 5005); "
                + "both are followed on the same host. With 1, none is.")
        maxBytes = options.read(
            "max_record_bytes", .integer(1...1 << 30), default: XMLLimits.standard.maxElementBytes,
            help:
                "How long an item may be, and all that a feed says about itself, in bytes. Each tag in it counts as "
                + "\(XMLLimits.elementBytes) bytes more, and each attribute as \(XMLLimits.attributeBytes). A feed in JSON is in memory as "
                + "a whole, and may be as long."
        )
        documents = InputDocuments(inputs, options: &options)
    }

    package var hooks: Hooks { Hooks(check: documents.check) }

    package var continuation: SourceContinuation { .none }

    package func run(into output: inout RecordWriter) async throws {
        try await documents.read(into: &output) { try await readPages(of: $0, into: &$1) }
    }

    /// Reads a feed with the documents that it names.
    private func readPages(of first: Input, into output: inout RecordWriter) async throws {
        let followed = SameOriginLinks(of: first)
        var input = first
        var seen: Set<String> = []
        var page = 1
        while let feed = try await read(input, page: page, into: &output) {
            guard let continuation = feed.continuation else { return }
            if case .web(let url) = input { seen.insert(url.value) }
            guard let next = followed?.input(at: continuation.address), page < maxPages, case .web(let url) = next,
                seen.insert(url.value).inserted
            else {
                let reason = reason(continuation, followed, page)
                output.warn(
                    "the feed names \(continuation.phrase), which is not read: \(reason)", of: input.shown, mayMissRecords: true)
                return
            }
            input = next
            page += 1
        }
    }

    /// Why a further document of a feed is not read.
    private func reason(_ continuation: FeedDocument.Continuation, _ followed: SameOriginLinks?, _ page: Int) -> String {
        guard let followed else { return "only a feed at a URL is followed" }
        if followed.input(at: continuation.address) == nil { return "it is on another host" }
        return page >= maxPages ? "max_pages is \(maxPages)" : "it was read already"
    }

    /// Reads one document.
    ///
    /// - Parameter page: The number of the document in its feed.
    /// - Returns: What the feed says about itself; nil if a server has no document.
    private func read(_ input: Input, page: Int, into output: inout RecordWriter) async throws -> FeedDocument? {
        var reader = try await documents.open(input, for: output, accepts: Self.accepts)
        if reader.hasNoContent { return nil }
        let base = reader.origin.base
        let encoding = reader.contentType.flatMap { HTMLEncoding.declared(inContentType: $0) }
        var feed = FeedReader(maxBytes: maxBytes, encoding: encoding, base: base)
        var items = FeedItemSender(origin: reader.origin.separated(), page: page)
        var start: [UInt8] = []
        var isMended = false
        var hasEnded = false
        while !hasEnded {
            let chunk = try await reader.read()
            start += chunk.prefix(FeedDiscovery.maxBytes - start.count)
            hasEnded = chunk.isEmpty
            var found: [FeedItem] = []
            var failure: (any Error)?
            do {
                if hasEnded { try feed.finish(into: &found) } else { try feed.read(chunk, into: &found) }
            } catch { failure = error }
            if !isMended, let fault = feed.mendedFault {
                isMended = true
                output.warn("\(fault.placedMessage); the feed is read as if it were valid", of: input.shown)
            }
            if hasEnded {
                for remark in feed.feed.remarks { output.warn(remark, of: input.shown) }
                let leftOut = feed.feed.leftOut.counted("item")
                if feed.feed.leftOut > 0 { output.warn("\(leftOut) left out: no object", of: input.shown, mayMissRecords: true) }
            }
            try await items.send(found, of: feed.feed, into: &output)
            guard let failure else { continue }
            // A page names its feed in its head, which may go on behind a fault.
            while !hasEnded, start.count < FeedDiscovery.maxBytes, FeedDiscovery.isPage(start) {
                let chunk = try await reader.read()
                start += chunk.prefix(FeedDiscovery.maxBytes - start.count)
                hasEnded = chunk.isEmpty
            }
            throw Self.failure(failure, of: input.shown, start: start, base)
        }
        return feed.feed
    }

    /// The failure for a fault of a document.
    ///
    /// - Parameter start: The first bytes of the document.
    private static func failure(_ error: any Error, of shown: String, start: [UInt8], _ base: BaseAddress) -> any Error {
        let hint = FeedDiscovery.address(in: start, base: FeedBase(base)).map {
            "this is a web page, whose feed is \($0.prefix(1000).printable)"
        }
        switch error {
        case let error as XMLError:
            return XMLDocumentReader.failure(error, of: shown, hint: hint ?? XMLDocumentReader.hint(forStart: start))
        case let error as FeedError:
            let end = hint.map { "; \($0)" } ?? ""
            return PipelineFailure(.badData, "\(shown.printable): \(error.message.printable)\(end)")
        case let error as JSONError:
            return PipelineFailure(.badData, "\(shown.printable): byte \(error.offset): \(error.message.printable)")
        default: return error
        }
    }
}

/// Sends the items of a document.
private struct FeedItemSender {
    private var origin: Origin
    private let page: Int
    private var count = 0
    /// The field `feed` of the records.
    private var about: JSONValue?

    init(origin: Origin, page: Int) {
        self.origin = origin
        self.page = page
    }

    /// Sends the next items.
    ///
    /// - Parameter feed: The metadata of the feed. Records get that of the first call.
    mutating func send(_ items: [FeedItem], of feed: FeedDocument, into output: inout RecordWriter) async throws {
        guard !items.isEmpty else { return }
        if about == nil { origin.page = page == 1 && feed.continuation == nil ? nil : page }
        let about = about ?? feed.json
        self.about = about
        for item in items {
            count += 1
            origin.item = count
            var record = Record(item.json(in: about), origin: origin)
            record.warnings += item.remarks
            try await output.send(record)
        }
    }
}
