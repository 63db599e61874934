public import HTMLParsing
internal import HTMLWriting
internal import JSONParsing
public import MailParsing
public import Pipeline

/// The content of a field: HTML as a document, or plain text.
enum FieldContent {
    case html(HTMLDocument)
    case text(String)

    /// The content as a document. Plain text becomes a block that preserves its lines and spaces.
    var document: HTMLDocument {
        switch self {
        case .html(let document): document
        case .text(let text): HTMLDocument(plainText: text)
        }
    }

    /// Makes the relative addresses of HTML absolute. Plain text has none.
    mutating func resolve(_ addresses: RelativeAddresses, from base: BaseAddress) {
        guard case .html(var document) = self else { return }
        addresses.resolve(in: &document, from: base)
        self = .html(document)
    }

    /// The content as plain text. Plain text without wrapping needs no conversion.
    func text(by writer: TextWriter) -> String {
        if case .text(let text) = self, writer.options.wrapWidth == nil { return text }
        return writer.string(of: document)
    }
}

extension Record {
    /// Returns the content of a field; nil if the field is null. A document that a stage put there is HTML, whatever its text looks like.
    ///
    /// - Parameters:
    ///   - field: The path of the field.
    ///   - format: The format of a text in the field.
    ///   - isSelected: Whether CSS selectors search the document. A whole page then keeps its elements `html`, `head` and `body`.
    /// - Throws: ``RecordError`` if the field is missing or holds neither a text nor a document.
    mutating func content(_ field: FieldPath, _ format: ContentFormat, isSelected: Bool = false) throws -> FieldContent? {
        notePresence(of: field)
        let read = knownField(at: field, as: format.rawValue)
        if let read, !isSelected || read.isAuthoritative { return .html(read.document) }
        guard let value = try get(field) else { throw RecordError("missing; HTML was expected", at: field.description) }
        if value.isNull { return nil }
        let text = try string(field)
        let isPage = isSelected && HTMLDocument.isWhole(text)
        if let read, !isPage { return .html(read.document) }
        guard let markup = format.markup(in: text) else { return .text(text) }
        var known = markup.isVerbatim && !isPage ? knownField(at: field) : nil
        var document = known?.document ?? markup.parsed(isFragment: !isPage)
        var isVerbatim = markup.isVerbatim
        if let repaired = markup.repaired(document) {
            (known, document, isVerbatim) = (nil, repaired.document(isFragment: !isPage), false)
        } else {
            document = markup.completed(document)
        }
        warnings += format.remarks(on: markup).map { "\(field): \($0)" }
        if known == nil { warnings += document.macroRemarks.map { "\(field): \($0)" } }
        if !isPage {
            try remember(document, at: field, as: isVerbatim ? [format.rawValue, ContentFormat.html.rawValue] : [format.rawValue])
        }
        return .html(document)
    }

    /// Returns the content of a field as a document. Plain text becomes a block that preserves its lines and spaces.
    ///
    /// - Parameters:
    ///   - field: The path of the field.
    ///   - format: The format of a text in the field.
    /// - Throws: ``RecordError`` if the field is missing or holds neither a text nor a document.
    public mutating func document(_ field: FieldPath, as format: ContentFormat) throws -> HTMLDocument {
        // For null, document(_:) throws the error of a required field.
        try content(field, format)?.document ?? document(field)
    }

    /// Copies the value of a field to another one together with its parsed document, so that it is not parsed again.
    ///
    /// - Parameter format: The format that the document was read in.
    /// - Throws: ``RecordError`` if the record is not an object, or has a key twice.
    mutating func copyContent(of field: FieldPath, _ format: ContentFormat, to other: FieldPath) throws {
        let known = knownField(at: field, as: format.rawValue)
        if let known, known.isAuthoritative { return try setDocument(known.document, in: other) }
        try set(other, to: get(field))
        if let known { try remember(known.document, at: other, as: known.formats) }
    }
}

extension HTMLDocument {
    /// A remark on each macro of Confluence that was left out, for a warning.
    public var macroRemarks: [String] {
        Set(unreadMacros).sorted().map { "left out, as only Confluence knows its content: the macro \"\($0.printable)\"" }
    }
}

extension ContentFormat {
    /// A remark on Markdown that `auto` has found, for a warning.
    public func remarks(on markup: TextMarkup?) -> [String] {
        self == .auto && markup?.isMarkdown == true ? [Self.remarkOnMarkdown] : []
    }

    /// The remark on a text that `auto` takes for Markdown.
    public static let remarkOnMarkdown = "read as Markdown, because \"format\" is auto: a text with marks of Markdown"
}

extension RecordChoice where Choice == ContentFormat {
    /// Reads the option `format`, which is optional.
    ///
    /// - Parameters:
    ///   - options: The options of a component that reads HTML.
    ///   - scope: The record, or each element of the list that the component reads.
    public init(options: inout OptionReader, in scope: FieldScope? = nil) {
        self = options.read(
            "format", .choiceOrQuery(in: scope), default: .fixed(ContentFormat.auto),
            help: Self.help + " A jq program gives one of these, or a media type such as text/html, for each record or element.")
    }

    /// The help of the option `format`.
    public static var help: String {
        "The format of a text in the field. Plain text keeps its lines. In paragraphs, which is HTML of classic editors, blank lines part "
            + "paragraphs, and line ends break lines. auto takes a text for HTML if it is marked up: it begins with an element, or has elements "
            + "in pairs or line breaks, and fewer signs of plain text; blank lines between its words make that paragraphs. It takes a text "
            + "for Markdown if several kinds of marks leave no doubt."
    }

    /// Returns the format for a record, or for the element of a list as a record of its own.
    ///
    /// - Throws: ``RecordError`` if the program gives no format; the error of the program.
    public func format(for record: Record) throws -> ContentFormat {
        try value(for: record, default: .auto) { ContentFormat(named: $0) }
    }
}

/// A stage whose result has addresses from an HTML field. ``RelativeAddresses`` makes them absolute.
protocol AddressResolvingStage: ElementStage {
    var addresses: RelativeAddresses { get }
}

extension AddressResolvingStage {
    func process(_ record: inout Record) throws -> Verdict {
        // The option `base` is a template for the whole record. Elements of a list get its result with their origin.
        try addresses.apply(to: &record) { record in
            try scope.apply(to: &record) { _ = try processElement(&$0) }
        }
        return .keep
    }

    var hooks: Hooks { Hooks(notes: notes) }

    var notes: [String] { [addresses.remark].compactMap { $0 } }
}
