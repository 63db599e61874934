internal import HTTP
internal import JSONParsing
internal import Pipeline

/// Looks at a document from a server for signs that it is one page of several.
///
/// A document is streamed, and the signs can be anywhere in it. So a copy of a short one is kept until its end.
struct ResponseSigns: ResponseInspector {
    /// The limit of a document that is looked at, in bytes. Pages of APIs are shorter.
    private static let maxBytes = 1 << 20

    private let head: ResponseHead
    /// The document, for messages.
    private let name: RequestName
    /// The bytes so far; nil if there are too many.
    private var bytes: [UInt8]? = []

    init(_ head: ResponseHead, of name: RequestName) {
        self.head = head
        self.name = name
    }

    /// Takes the next bytes.
    mutating func add(_ piece: [UInt8]) {
        guard let count = bytes?.count else { return }
        if count + piece.count > Self.maxBytes { bytes = nil } else { bytes?.append(contentsOf: piece) }
    }

    /// The warnings about the complete document: that it names a further page, and that it reports a failure. Totals are ignored, because
    /// they may count something other than the list.
    ///
    /// - Parameters:
    ///   - items: The jq query that selects the items.
    ///   - count: The number of items.
    /// - Throws: ``PipelineFailure`` of the kind `remoteUnavailable` for a failure without items.
    func warnings(_ items: RecordQuery, count: Int) throws -> [String] {
        guard let bytes, let page = try? JSONValue(parsing: bytes) else { return [] }
        let place = ResponseContentPath(of: items)
        let next = MorePagesFinder.signs(head: head, page: page, around: place, itemCount: 0).first(where: \.isStrong)
        var warnings = next.map { [Self.warning(of: $0)] } ?? []
        guard count > 0 else {
            try checkFailure(items)
            return warnings
        }
        if let sign = FailureSign.find(in: page, around: place, isEmpty: false) {
            warnings.append("\(sign.sentence(of: name)); items may be missing")
        }
        return warnings
    }

    /// Checks that a document without items reports no failure.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `remoteUnavailable`.
    func checkFailure(_ items: RecordQuery) throws {
        guard let bytes, let page = try? JSONValue(parsing: bytes),
            let sign = FailureSign.find(in: page, around: ResponseContentPath(of: items), isEmpty: true)
        else { return }
        throw PipelineFailure(
            .remoteUnavailable, "\(name.shown): \(sign.sentence(of: name)), and has no items (the source \"http\" can accept it)")
    }

    /// The warning about a sign.
    static func warning(of sign: MorePagesSign) -> String {
        "there is more than this one page: \(sign.phrase); the source \"http\" reads all pages"
    }
}
