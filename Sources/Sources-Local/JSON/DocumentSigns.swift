internal import HTTP
internal import JSONParsing
internal import Pipeline

/// Looks at a document from a server for signs that it is one page of several.
///
/// A document is streamed, and the signs can be anywhere in it. So a copy of a short one is kept until its end.
struct DocumentSigns {
    /// The limit of a document that is looked at, in bytes. Pages of APIs are shorter.
    private static let maxBytes = 1 << 20

    private let head: ResponseHead
    /// The bytes so far; nil if there are too many.
    private var bytes: [UInt8]? = []

    init(_ head: ResponseHead) {
        self.head = head
    }

    /// Takes the next bytes.
    mutating func add(_ piece: [UInt8]) {
        guard let count = bytes?.count else { return }
        if count + piece.count > Self.maxBytes { bytes = nil } else { bytes?.append(contentsOf: piece) }
    }

    /// The warning about the complete document; nil if it names no further page. What a total counts may be something else than a list.
    var warning: String? {
        guard let bytes, let page = try? JSONValue(parsing: bytes),
            let sign = PageSigns.signs(head: head, page: page, itemCount: 0).first(where: \.isStrong)
        else { return nil }
        return Self.warning(of: sign)
    }

    /// The warning about a sign.
    static func warning(of sign: PageSign) -> String {
        "there is more than this one page: \(sign.phrase); the source \"http\" reads all pages"
    }
}
