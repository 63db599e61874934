internal import HTMLParsing
internal import JSONParsing
internal import Pipeline

/// One of the fields that the stage `select_html` reads out of a page: a selector, and the part of the matched elements that becomes the
/// value.
struct PageField: Sendable {
    /// The values of the option `take`.
    enum Part: String, CaseIterable, Sendable { case text, html, exists, count }

    /// The part of an element that becomes the value.
    enum Extraction: Sendable {
        case part(Part)
        case attribute(String)
        case fields([(key: String, value: PageField)])
    }

    /// How deep fields can be nested.
    static let maximumDepth = 3

    /// The selector; nil for the element around the field.
    let selector: HTMLSelector?
    let taking: Extraction
    /// Whether the value is a list, with one value for each match.
    let isList: Bool
    /// The value if nothing is found; nil for none.
    let fallback: JSONValue?

    /// Takes the text of the first match.
    init(_ selector: HTMLSelector) {
        (self.selector, taking, isList, fallback) = (selector, .part(.text), false, nil)
    }

    /// Reads the options of a field.
    ///
    /// - Parameter depth: How deep fields can be nested in this one.
    init(options: inout OptionReader, depth: Int) {
        selector = options.readIfPresent(
            "select", .selector, help: "A CSS selector. Without it, the value is of the element around the field, or of the page.")
        let part = options.readIfPresent(
            "take", .choice(of: Part.self),
            help:
                "What is taken of an element: text in one line, html inside of it, exists (true or false) or count (how many match). Without "
                + "it, text.")
        let attribute = options.readIfPresent(
            "attribute", .string, help: "The name of an attribute to take. Addresses become absolute, as base says.")
        isList = options.read("all", .boolean, default: false, help: "Whether to take all matches, as a list, and not only the first one.")
        fallback =
            options.readIfPresent("default", .json, help: "The value if nothing is found. Without it, null, or an empty list.")?.value
        var fields: [(key: String, value: PageField)]?
        if depth > 1 {
            fields = options.readIfPresent(
                "fields", Self.map(depth: depth - 1), help: "Fields of an object for each element, whose selectors search in the element.")
        }
        taking = fields.map { .fields($0) } ?? attribute.map { .attribute($0) } ?? .part(part ?? .text)
        let given = ["take": part != nil, "attribute": attribute != nil, "fields": fields != nil].filter(\.value).map(\.key).sorted()
        if given.count > 1 {
            options.report(
                "expected one of \"take\", \"attribute\" and \"fields\", found \(given.joined(separator: " and "))", option: given[1])
        }
        if part == .exists || part == .count {
            if isList { options.report("\"\(part == .count ? "count" : "exists")\" is of all matches; leave \"all\" out", option: "all") }
            if fallback != nil { options.report("\"take\" finds a value in every page; leave \"default\" out", option: "default") }
        }
        if fields?.isEmpty == true { options.report("expected at least one field", option: "fields") }
    }

    /// The type of an option with fields by their names.
    static func map(depth: Int = maximumDepth) -> OptionType<[(key: String, value: PageField)]> {
        .map(of: .either(.selector, { PageField($0) }, object: { PageField(options: &$0, depth: depth) }))
    }
}

/// Reads fields out of one document.
struct PageFieldReader {
    /// The largest size of all values of a page, as a multiple of its length: nested elements repeat their text.
    private static let maximumGrowth = 8
    private static let minimumBytes = 1 << 20
    /// The attributes whose value is an address, and those whose value is a list of addresses.
    private static let addresses: Set<String> = ["href", "src", "action", "cite", "data", "formaction", "longdesc", "poster", "background"]
    private static let lists: Set<String> = ["srcset", "imagesrcset"]

    private let document: HTMLDocument
    private let resolver: RelativeAddresses
    private let base: BaseAddress
    private let rejectsMissing: Bool
    /// The searches so far, kept because a field of a list searches in many elements.
    private var searches: [HTMLSelector: HTMLSelectorSearch] = [:]
    private var remainingBytes: Int
    /// For each selector that was looked for, by its place in the options, whether it has matched.
    private(set) var found: [String: Bool] = [:]

    init(_ document: HTMLDocument, _ resolver: RelativeAddresses, from base: BaseAddress, rejectsMissing: Bool) {
        self.document = document
        self.resolver = resolver
        self.base = resolver.base(of: document, in: base)
        self.rejectsMissing = rejectsMissing
        remainingBytes = max(Self.maximumGrowth * document.textBytes.count, Self.minimumBytes)
    }

    /// Returns the values of fields, in their order.
    ///
    /// - Parameters:
    ///   - fields: The fields.
    ///   - node: The element to search in.
    ///   - place: The place of the fields in the options.
    /// - Throws: ``RecordError`` if a required field is missing, a search takes too many steps, or the values are too long.
    mutating func object(
        _ fields: [(key: String, value: PageField)], in node: HTMLNode, at place: String = "fields"
    ) throws -> JSONObject {
        var members: [(String, JSONValue)] = []
        for (name, field) in fields { members.append((name, try value(of: field, in: node, at: "\(place).\(name)"))) }
        return JSONObject(members)
    }

    private mutating func value(of field: PageField, in node: HTMLNode, at place: String) throws -> JSONValue {
        let nodes = try matches(of: field, in: node, at: place)
        switch field.taking {
        case .part(.exists): return .bool(!nodes.isEmpty)
        case .part(.count): return .number(JSONNumber(nodes.count))
        default: break
        }
        var values: [JSONValue] = []
        for match in nodes { if let value = try value(of: field, at: match, place) { values.append(value) } }
        if field.isList { return values.isEmpty ? field.fallback ?? .array([]) : .array(values) }
        if let value = values.first ?? field.fallback { return value }
        guard rejectsMissing else { return .null }
        let wanted = field.selector.map { "matches \"\($0.text.printable)\"" } ?? "is there"
        guard case .attribute(let name) = field.taking, !nodes.isEmpty else { throw RecordError("\(place): no element \(wanted)") }
        throw RecordError("\(place): the element that \(wanted) has no attribute \(name.printable)")
    }

    private mutating func matches(of field: PageField, in node: HTMLNode, at place: String) throws -> [HTMLNode] {
        guard let selector = field.selector else { return [node] }
        let scope = node == document.root ? nil : node
        var takesAll = field.isList
        if case .part(.count) = field.taking { takesAll = true }
        do throws(HTMLSelectorError) {
            let nodes: [HTMLNode]
            if takesAll {
                nodes = try searches[selector, default: HTMLSelectorSearch(selector, in: document)].all(in: scope)
            } else {
                nodes = try searches[selector, default: HTMLSelectorSearch(selector, in: document)].first(in: scope).map { [$0] } ?? []
            }
            found[place, default: false] = found[place, default: false] || !nodes.isEmpty
            return nodes
        } catch {
            throw RecordError("\(place): \(error.message)")
        }
    }

    /// The value of an element; nil if it lacks the attribute.
    private mutating func value(of field: PageField, at node: HTMLNode, _ place: String) throws -> JSONValue? {
        switch field.taking {
        case .part(.html): return try text(document.serializedChildren(of: node), place)
        case .part: return try text(document.collapsedText(of: node), place)
        case .attribute(let name):
            // Attribute names of HTML are in lower case; those of SVG may have upper case.
            let value = document.attribute(name, of: node) ?? document.attribute(name.lowercased(), of: node)
            return try value.map { try text(resolved($0, name.lowercased()), place) }
        case .fields(let fields): return .object(try object(fields, in: node, at: "\(place).fields"))
        }
    }

    private mutating func text(_ text: String, _ place: String) throws -> JSONValue {
        remainingBytes -= text.utf8.count + 16
        guard remainingBytes > 0 else {
            throw RecordError("\(place): the fields have more than \(Self.maximumGrowth) times as many bytes as the page")
        }
        return .string(text)
    }

    private func resolved(_ value: String, _ attribute: String) -> String {
        if Self.addresses.contains(attribute) { return resolver.url(of: value, from: base) ?? value }
        if Self.lists.contains(attribute) { return ImageCandidates.replaced(in: value) { resolver.url(of: $0, from: base) } ?? value }
        return value
    }
}
