internal import HTMLParsing
internal import JSONParsing
internal import MailParsing
internal import Pipeline
internal import Synchronization

/// The stage `select_html`: reads fields out of HTML by CSS selectors.
struct SelectHTMLStage: AddressResolvingStage {
    static let name = "select_html"
    static let summary = "Reads fields out of HTML by CSS selectors: texts, attributes, counts, and lists of objects such as products."
    static let example = #"{ "type": "select_html", "fields": { "title": "h1", "image": { "select": "img", "attribute": "src" } } }"#

    /// Whether a selector that finds nothing gives null or rejects the record: the option `on_missing`.
    enum OnMissing: String, CaseIterable, Sendable { case null, reject }

    let scope: FieldScope
    private let into: FieldPath?
    private let fields: [(key: String, value: PageField)]
    private let onMissing: OnMissing
    private var format: RecordChoice<ContentFormat>
    let addresses: RelativeAddresses
    private let searches = SelectorMatches()

    init(options: inout OptionReader) {
        scope = options.htmlField()
        fields = options.read(
            "fields", PageField.map(),
            help: "For each field to set, by name, a CSS selector whose first match gives its text, or an object that says what to take.")
        let into = options.readIfPresent(
            "into", .field(in: scope), help: "The field for an object with the fields. Without it, they are set in the record or element.")
        self.into = into ?? (scope.isElementItself ? scope.field : nil)
        onMissing = options.read(
            "on_missing", .choice, default: OnMissing.null,
            help: "What happens where a field without a default finds nothing: the field is null, or the record is rejected.")
        format = RecordChoice(options: &options, in: scope)
        addresses = RelativeAddresses(options: &options)
        if fields.isEmpty { options.report("expected at least one field", option: "fields") }
    }

    var hooks: Hooks {
        let changed = into.map { [$0] } ?? fields.map { FieldPath(name: $0.key) }
        return Hooks(changedFields: changed.map { scope.changed(with: $0) }, notes: notes, closingWarnings: searches.warnings(fields))
    }

    func processElement(_ record: inout Record) throws -> Verdict {
        let field = scope.field
        let content = try record.content(field, format.format(for: record), isSelected: true)
        let document = content?.document ?? HTMLDocument()
        var reader = PageFieldReader(
            document, addresses, from: record.origin.base, rejectsMissing: onMissing == .reject && content != nil)
        let values: JSONObject
        do {
            values = try reader.object(fields, in: document.root)
        } catch let error as RecordError {
            throw RecordError(error.reason, at: field.description)
        }
        if content != nil { searches.note(reader.found) }
        if let into {
            try record.set(into, to: .object(values))
        } else {
            for member in values { try record.set(member.key, to: member.value) }
        }
        return .keep
    }

    func copyForWorker() -> SelectHTMLStage {
        var copy = self
        copy.format = format.recompiled()
        return copy
    }
}

/// Records which selectors have matched an element in any page. A class, because each worker has a copy of the stage, and the copies share
/// one record.
private final class SelectorMatches: Sendable {
    private struct State {
        var count = 0
        /// By the place of the field in the options, whether its selector has matched.
        var found: [String: Bool] = [:]
    }

    private let state = Mutex(State())

    /// Counts a page, and the selectors that found something in it.
    func note(_ found: [String: Bool]) {
        state.withLock { state in
            state.count += 1
            state.found.merge(found) { $0 || $1 }
        }
    }

    /// A warning for each field whose selector has matched in no page. Fields inside of such a field were not looked for.
    func warnings(_ fields: [(key: String, value: PageField)]) -> [String] {
        let state = state.withLock { $0 }
        return Self.missing(fields, at: "fields", state.found).map { place, selector in
            "\(place): no element matched \"\(selector.text.printable)\" in \(state.count.counted("page"))"
        }
    }

    private static func missing(
        _ fields: [(key: String, value: PageField)], at place: String, _ found: [String: Bool]
    ) -> [(String, HTMLSelector)] {
        fields.flatMap { name, field -> [(String, HTMLSelector)] in
            let place = "\(place).\(name)"
            if let selector = field.selector, found[place] == false { return [(place, selector)] }
            if case .fields(let inner) = field.taking { return missing(inner, at: "\(place).fields", found) }
            return []
        }
    }
}
