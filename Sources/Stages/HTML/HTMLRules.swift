internal import HTMLParsing
internal import HTMLWriting
internal import JSONParsing
internal import Pipeline
internal import Synchronization

/// The option `rules` of a stage that reads HTML: what happens to elements before the content is written.
struct HTMLRules: Sendable {
    private static let option = "rules"

    private let rules: [HTMLRule]
    private let matches: RuleMatches

    var isEmpty: Bool { rules.isEmpty }

    /// Reads the option.
    ///
    /// - Parameters:
    ///   - options: The options of a stage.
    ///   - canKeep: Whether the stage writes a format that can hold elements as HTML.
    init(options: inout OptionReader, canKeep: Bool = false) {
        rules =
            options.readIfPresent(
                Self.option, .list(of: .object { HTMLRule(options: &$0, canKeep: canKeep) }),
                help: "What to do with elements before the content is written, in this order: a list of {\"select\": …, \"do\": …}.") ?? []
        matches = RuleMatches(count: rules.count)
    }

    /// Applies the rules to HTML. Plain text has no elements.
    ///
    /// - Parameters:
    ///   - content: The content, changed in place.
    ///   - record: The record, for templates.
    ///   - field: The field of the content, for messages.
    /// - Returns: The elements that are to be written as HTML.
    /// - Throws: ``RecordError`` if a selector takes too many steps; the error of a template.
    @discardableResult
    func apply(to content: inout FieldContent, of record: Record, at field: FieldPath) throws -> Set<HTMLNode> {
        guard !isEmpty, case .html(var document) = content else { return [] }
        var kept = KeptElements()
        var matched: [Int] = []
        for (index, rule) in rules.enumerated() {
            do {
                if try rule.apply(to: &document, of: record, keeping: &kept) { matched.append(index) }
                if let name = kept.unsafe { matches.note(unsafe: name, in: index) }
                kept.unsafe = nil
            } catch let error as HTMLSelectorError {
                throw RecordError("\(Self.option)[\(index)]: \"\(rule.selector)\": \(error.message)", at: field.description)
            } catch let error as RecordError {
                throw RecordError("\(Self.option)[\(index)]: \(error.reason)", at: field.description)
            }
        }
        matches.note(matched)
        content = .html(document)
        return kept.nodes
    }

    /// A warning for each rule that has matched nothing in any document, or an element that cannot be kept.
    var warnings: [String] {
        let (count, found) = matches.all
        guard count > 0 else { return [] }
        return zip(rules, found).enumerated().compactMap { index, pair in
            let (rule, found) = pair
            if let name = found.unsafe {
                return "\(Self.option)[\(index)]: \"keep\" cannot write <\(name.printable)> as safe HTML of its own; "
                    + "it is written as Markdown"
            }
            if found.hasMatched { return nil }
            return "\(Self.option)[\(index)]: no element matched \"\(rule.selector.text.printable)\" in \(count.counted("document"))"
        }
    }
}

/// The elements that rules keep as HTML.
private struct KeptElements {
    var nodes: Set<HTMLNode> = []
    /// The name of an element that a rule names and that cannot be kept.
    var unsafe: String?
}

/// What rules have found. A class, because each worker has a copy of the stage, and the copies share one record.
private final class RuleMatches: Sendable {
    /// What one rule has found.
    struct Found {
        var hasMatched = false
        /// The name of the first element that the rule could not keep.
        var unsafe: String?
    }

    private let state: Mutex<(count: Int, found: [Found])>

    init(count: Int) { state = Mutex((0, [Found](repeating: Found(), count: count))) }

    /// Adds a document.
    ///
    /// - Parameter rules: The indices of the rules that have matched in it.
    func note(_ rules: [Int]) {
        state.withLock { state in
            state.count += 1
            for rule in rules { state.found[rule].hasMatched = true }
        }
    }

    /// Notes the name of an element that a rule could not keep.
    func note(unsafe name: String, in rule: Int) {
        state.withLock { if $0.found[rule].unsafe == nil { $0.found[rule].unsafe = name } }
    }

    /// The number of documents, and what each rule has found in them.
    var all: (count: Int, found: [Found]) { state.withLock { ($0.count, $0.found) } }
}

/// One rule: a selector, and what happens to the elements that it matches.
private struct HTMLRule: Sendable {
    /// The values of the option `do` of a stage that can write elements as HTML.
    enum Action: String, CaseIterable, Sendable { case drop, unwrap, replace, keep }
    /// The values of the option `do` of a stage that cannot write HTML.
    enum Edit: String, CaseIterable, Sendable { case drop, unwrap, replace }

    let selector: HTMLSelector
    private let action: Action
    private let replacement: Template?

    init(options: inout OptionReader, canKeep: Bool) {
        selector = options.read("select", .selector, help: "A CSS selector of the elements.")
        let help =
            "drop removes the elements with their content; unwrap leaves the content; replace puts other HTML in their place"
            + (canKeep ? "; keep writes them as HTML." : ".")
        action =
            canKeep
            ? options.read("do", .choice(of: Action.self), help: help)
            : Action(rawValue: options.read("do", .choice(of: Edit.self), help: help).rawValue) ?? .drop
        replacement = options.readIfPresent(
            "with", .template,
            help:
                "The HTML for replace. Values in {{ … }} are put in as text, and see the element as {name, text, html, attributes, record}. "
                + "The content of the element goes into the first slot element, if there is one.")
        if action == .replace, replacement == nil { options.report("\"replace\" needs the HTML in \"with\"", option: "with") }
        if action != .replace, replacement != nil { options.report("\"with\" is for \"do\": \"replace\" alone", option: "with") }
    }

    /// Applies the rule.
    ///
    /// - Parameters:
    ///   - document: The document, changed in place.
    ///   - record: The record, for the templates of `with`.
    ///   - kept: Receives the elements that are to be written as HTML.
    /// - Returns: Whether an element has matched.
    func apply(to document: inout HTMLDocument, of record: Record, keeping kept: inout KeptElements) throws -> Bool {
        let nodes = try document.all(matching: selector)
        switch action {
        case .drop: for node in nodes { document.remove(node) }
        case .unwrap: for node in nodes { document.unwrap(node) }
        case .keep:
            kept.nodes.formUnion(nodes)
            kept.unsafe = nodes.first { !MarkdownWriter.canKeep($0, of: document) }.map { document.name(of: $0) }
        case .replace:
            guard let replacement else { break }
            let whole = nodes.isEmpty ? .null : record.value
            for node in Self.outermost(nodes, in: document) { try replace(node, in: &document, by: replacement, whole) }
        }
        return !nodes.isEmpty
    }

    private func replace(
        _ node: HTMLNode, in document: inout HTMLDocument, by replacement: Template, _ record: JSONValue
    ) throws {
        let attributes = document.attributes(of: node).map { ($0.name, JSONValue.string($0.value)) }
        let element = JSONObject([
            ("name", .string(document.name(of: node))), ("text", .string(document.collapsedText(of: node))),
            ("html", .string(document.serializedChildren(of: node))), ("attributes", .object(JSONObject(attributes))), ("record", record),
        ])
        let html = try replacement.render(Record(.object(element))) { value, _ in
            HTMLDocument.escaped(value.string ?? value.compactText, inAttribute: true)
        }
        let fragment = HTMLDocument(parsingFragment: html, context: Self.context(of: node, in: document))
        var slot: HTMLNode?
        for child in fragment.children(of: fragment.root) {
            let copy = document.copy(child, from: fragment)
            document.insert(copy, before: node)
            if slot == nil { slot = document.isHTML(copy, .slot) ? copy : document.elements(tag: .slot, below: copy).first }
        }
        if let slot {
            while let child = document.firstChild(of: node) { document.insert(child, before: slot) }
            document.remove(slot)
        }
        document.remove(node)
    }

    /// The context element in which the replacement of an element is parsed. The parser accepts parts of a table only in a table.
    private static func context(of node: HTMLNode, in document: HTMLDocument) -> HTMLTag {
        guard document.namespace(of: node) == .html else { return .body }
        switch document.tag(of: node) {
        case .td, .th, .tr, .thead, .tbody, .tfoot, .caption, .colgroup, .col:
            guard let parent = document.parent(of: node), document.namespace(of: parent) == .html else { return .body }
            switch document.tag(of: parent) {
            case .table, .thead, .tbody, .tfoot, .tr, .colgroup: return document.tag(of: parent)
            default: return .body
            }
        default: return .body
        }
    }

    /// The elements without an ancestor among the others, so that no content is inserted many times.
    ///
    /// - Parameter nodes: Elements in document order.
    private static func outermost(_ nodes: [HTMLNode], in document: HTMLDocument) -> [HTMLNode] {
        var result: [HTMLNode] = []
        for node in nodes {
            var ancestor = document.parent(of: node)
            while let current = ancestor, current != result.last { ancestor = document.parent(of: current) }
            if ancestor == nil { result.append(node) }
        }
        return result
    }
}
