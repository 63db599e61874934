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
    private let maxBytes: Int

    package init(options: inout OptionReader) {
        let inputs = options.read("from", .list(of: .input, isEmptyAllowed: false), help: InputList.help)
        maxPages = options.read(
            "max_pages", .integer(1...100_000), default: 1000,
            help:
                "How many documents of one feed are read. A feed at a URL may name its next page or an archive with earlier items (RFC 5005); "
                + "both are followed on the same host. With 1, none is.")
        maxBytes = options.read(
            "max_bytes", .integer(1...1 << 30), default: 64 << 20,
            help:
                "How long a feed may be, in bytes. It is in memory as a whole; each tag counts as \(XMLLimits.elementBytes) bytes more, "
                + "and each attribute as \(XMLLimits.attributeBytes)."
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
        let followed = FollowedAddress(of: first)
        var input = first
        var seen: Set<String> = []
        var page = 1
        while let (feed, origin) = try await read(input, for: output) {
            try await send(feed, page: page == 1 && feed.continuation == nil ? nil : page, from: origin, into: &output)
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

    /// The reason why a further document of a feed is not read, for a warning.
    private func reason(_ continuation: FeedDocument.Continuation, _ followed: FollowedAddress?, _ page: Int) -> String {
        guard let followed else { return "only a feed at a URL is followed" }
        if followed.input(at: continuation.address) == nil { return "it is on another host" }
        return page >= maxPages ? "max_pages is \(maxPages)" : "it was read already"
    }

    /// Reads one document.
    ///
    /// - Returns: nil if a server has none.
    private func read(_ input: Input, for output: borrowing RecordWriter) async throws -> (FeedDocument, Origin)? {
        var reader = try await documents.open(input, for: output, accepts: Self.accepts)
        if reader.hasNoContent { return nil }
        let bytes = try await reader.readAll(limit: maxBytes)
        let encoding = reader.contentType.flatMap { HTMLEncoding.declared(inContentType: $0) }
        let shown = input.shown
        do {
            let feed = try FeedReader.read(bytes, maxBytes: maxBytes, encoding: encoding, base: reader.origin.base)
            if let fault = feed.mendedFault {
                let place = "line \(fault.position.line), column \(fault.position.column)"
                output.warn("\(place): \(fault.message.printable); the feed is read as if it were valid", of: shown)
            }
            for remark in feed.remarks { output.warn(remark, of: shown) }
            return (feed, reader.origin.separated())
        } catch let error as XMLError {
            let hint = feedHint(bytes, reader.origin.base) ?? XMLDocumentReader.hint(forStart: bytes)
            throw XMLDocumentReader.failure(error, of: shown, hint: hint)
        } catch let error as FeedError {
            let hint = feedHint(bytes, reader.origin.base).map { "; \($0)" } ?? ""
            throw PipelineFailure(.badData, "\(shown.printable): \(error.message.printable)\(hint)")
        } catch let error as JSONError {
            throw PipelineFailure(.badData, "\(shown.printable): byte \(error.offset): \(error.message.printable)")
        }
    }

    /// A hint with the URL of the feed that a web page names; nil for other documents.
    private func feedHint(_ bytes: [UInt8], _ base: BaseAddress) -> String? {
        FeedDiscovery.address(in: bytes, base: FeedBase(base)).map { "this is a web page, whose feed is \($0.prefix(1000).printable)" }
    }

    private func send(
        _ feed: FeedDocument, page: Int?, from origin: Origin, into output: inout RecordWriter
    ) async throws {
        var origin = origin
        origin.page = page
        let about = feed.json
        for (index, item) in feed.items.enumerated() {
            origin.item = index + 1
            var record = Record(item.json(in: about), origin: origin)
            record.warnings += item.remarks
            try await output.send(record)
        }
    }
}
