internal import JSONParsing
internal import JSONQuery

/// The check of one value against the nodes of a schema.
struct SchemaCheck {
    /// The largest number of evaluated schemas for one record. A schema that refers to itself several times can take exponential time.
    private static let maxApplications = 10_000_000

    let nodes: [SchemaNode]
    /// Whether all violations are noted, with their paths. Otherwise the check ends at the first one.
    private(set) var collects: Bool
    /// The way to the value that is being checked, if violations are noted.
    private(set) var path: [JSONPathStep] = []
    private(set) var violations: [SchemaViolation] = []
    private var applications = 0
    /// Whether values below a key must not be shown.
    private let hides: (String) -> Bool
    private let stack = StackGuard()

    init(_ nodes: [SchemaNode], collects: Bool, hiding hides: @escaping (String) -> Bool) {
        self.nodes = nodes
        self.collects = collects
        self.hides = hides
    }

    /// Whether a value fits a schema.
    ///
    /// - Parameter number: The number of the schema's node.
    mutating func fits(_ value: JSONValue, _ number: Int) throws -> Bool {
        applications += 1
        guard applications <= Self.maxApplications else {
            throw SchemaLimitError(description: "the check against the schema takes more than \(Self.maxApplications) steps")
        }
        guard stack.hasRoom else { throw SchemaLimitError(description: "the record is nested too deeply for its schema") }
        let node = nodes[number]
        var fits = true
        for keyword in node.values where try !self.fits(value, keyword) {
            guard goesOn else { return false }
            fits = false
            // A value of a wrong type would violate more.
            if case .type = keyword { return false }
        }
        if let object = node.object, value.kind == .object, try !self.fits(value, object) {
            guard goesOn else { return false }
            fits = false
        }
        if let array = node.array, value.kind == .array, try !self.fits(value, array) {
            guard goesOn else { return false }
            fits = false
        }
        for keyword in node.others where try !self.fits(value, keyword) {
            guard goesOn else { return false }
            fits = false
        }
        return fits
    }

    /// Whether a check goes on after a violation, to note further ones.
    var goesOn: Bool { collects && violations.count < JSONSchema.maxViolations }

    /// Notes a violation at the current place, if violations are noted.
    ///
    /// - Parameters:
    ///   - value: The value that was found, which `reason` gets in words.
    ///   - step: The step to the place from the current one; nil for the current one.
    /// - Returns: false, as the result of the check.
    mutating func violate(
        _ keyword: String, _ value: JSONValue = .null, at step: JSONPathStep? = nil, _ reason: (_ found: String) -> String
    ) -> Bool {
        if goesOn {
            let path = path + (step.map { [$0] } ?? [])
            violations.append(SchemaViolation(path: path, keyword: keyword, reason: reason(shown(value))))
        }
        return false
    }

    /// A value in a message.
    private func shown(_ value: JSONValue) -> String {
        let isSecret = path.contains { if case .key(let name, _) = $0 { hides(name) } else { false } }
        return SchemaWords.found(value, isSecret: isSecret)
    }

    /// Whether a value inside of the current one fits a schema.
    mutating func fits(_ value: JSONValue, _ number: Int, at step: @autoclosure () -> JSONPathStep) throws -> Bool {
        guard collects else { return try fits(value, number) }
        path.append(step())
        defer { path.removeLast() }
        return try fits(value, number)
    }

    /// Whether a value fits a schema whose violations are no violations of the whole.
    mutating func fitsQuietly(_ value: JSONValue, _ number: Int) throws -> Bool {
        let outer = collects
        collects = false
        defer { collects = outer }
        return try fits(value, number)
    }

    /// The first violation of a schema, beside those that were noted.
    mutating func firstViolation(of value: JSONValue, _ number: Int) throws -> SchemaViolation? {
        let outer = violations
        violations = []
        defer { violations = outer }
        return try fits(value, number) ? nil : violations.first
    }
}

// Keywords about the value as a whole.
extension SchemaCheck {
    private mutating func fits(_ value: JSONValue, _ keyword: ValueKeyword) throws -> Bool {
        switch keyword {
        case .nothing:
            return violate("false", value) { "no value is allowed here, found \($0)" }
        case .type(let types):
            if types.includes(value) { return true }
            return violate("type", value) { "expected \(types.phrase), found \($0)" }
        case .enumeration(let values):
            if values.contains(value) { return true }
            return violate("enum", value) { "expected \(SchemaWords.list(values)), found \($0)" }
        case .constant(let constant):
            if constant == value { return true }
            return violate("const", value) { "expected \(SchemaWords.text(of: constant)), found \($0)" }
        case .bound(let kind, let bound):
            guard let number = value.number, !kind.covers(number, bound) else { return true }
            return violate(kind.rawValue, value) { "expected \(kind.phrase) \(bound.text), found \($0)" }
        case .multiple(let divisor):
            guard let number = value.number, !number.isMultiple(of: divisor) else { return true }
            return violate("multipleOf", value) { "expected a multiple of \(divisor.text), found \($0)" }
        case .length(let count):
            guard let text = try text(value) else { return true }
            let length = text.utf8.reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
            guard let fault = count.fault(of: length) else { return true }
            return violate(fault.keyword, value) { "expected \(fault.bound) characters, found \(length): \($0)" }
        case .pattern(let pattern):
            guard let text = try text(value), try !pattern.matches(text) else { return true }
            return violate("pattern", value) { "expected a text that matches \(pattern.source), found \($0)" }
        }
    }

    private func text(_ value: JSONValue) throws(JSONError) -> String? {
        guard value.kind == .string, case .string(let text) = try value.decoded() else { return nil }
        return text
    }
}

// Keywords that apply other schemas to the same value.
extension SchemaCheck {
    private mutating func fits(_ value: JSONValue, _ keyword: CombiningKeyword) throws -> Bool {
        switch keyword {
        case .reference(let node): return try fits(value, node)
        case .all(let nodes):
            var fits = true
            for node in nodes where try !self.fits(value, node) {
                guard goesOn else { return false }
                fits = false
            }
            return fits
        case .any(let nodes):
            for node in nodes where try fitsQuietly(value, node) { return true }
            return try fitsNone(value, of: nodes, "anyOf")
        case .one(let nodes):
            var fitting: [Int] = []
            for (place, node) in nodes.enumerated() where try fitsQuietly(value, node) {
                fitting.append(place)
                if fitting.count > 1, !collects { return false }
            }
            if fitting.count == 1 { return true }
            if fitting.isEmpty { return try fitsNone(value, of: nodes, "oneOf") }
            let places = fitting.map { "[\($0)]" }.joined(separator: " and ")
            return violate("oneOf") { _ in "fits \(fitting.count) of \(nodes.count) schemas, \(places), and one is allowed" }
        case .not(let node):
            if try !fitsQuietly(value, node) { return true }
            return violate("not", value) { "found \($0), which fits the schema of \"not\"" }
        case .condition(let test, let then, let otherwise):
            guard let node = try fitsQuietly(value, test) ? then : otherwise else { return true }
            return try fits(value, node)
        }
    }

    /// Notes why none of several schemas fits.
    private mutating func fitsNone(_ value: JSONValue, of nodes: [Int], _ keyword: String) throws -> Bool {
        guard collects else { return false }
        var reasons: [String] = []
        for (place, node) in nodes.enumerated().prefix(SchemaWords.maxListed) {
            guard let violation = try firstViolation(of: value, node) else { continue }
            let inner = violation.path.dropFirst(path.count)
            let start = inner.isEmpty ? "" : "\(JSONPathStep.text(of: inner)): "
            reasons.append("[\(place)] \(start)\(violation.reason) (\(violation.keyword))")
        }
        let more = nodes.count > SchemaWords.maxListed ? "; …" : ""
        return violate(keyword) { _ in "fits none of \(nodes.count) schemas: \(reasons.joined(separator: "; "))\(more)" }
    }
}
