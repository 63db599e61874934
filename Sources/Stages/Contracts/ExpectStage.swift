internal import JSONParsing
internal import JSONSchema
internal import Pipeline

/// The stage `expect`: refuses records that break a contract, and ends the run if all records together break it.
struct ExpectStage: Stage {
    static let name = "expect"
    static let summary =
        "Checks what must hold: a JSON Schema and rules for each record, and unique keys, counts and references for all of them. What breaks a rule for each record fails at this stage; a rule for all that is broken ends the run before any output is replaced."
    static let example =
        #"{ "type": "expect", "schema": { "required": ["id", "title"] }, "rules": { "has a title": ".title | length > 0" }, "unique": ".id" }"#

    private var schema: JSONSchema?
    private var rules: [(key: String, value: RecordQuery)]
    private var keys: ContractKeys
    private let checks: ContractChecks?
    private let partition: StagePartition

    init(options: inout OptionReader) {
        schema = options.readIfPresent(
            "schema", .jsonSchema,
            help: "A JSON Schema (draft 2020-12) that each record has to fit: an object, or the path of a JSON file. A keyword that is not "
                + "checked is an error.")
        rules = options.read(
            "rules", .conditions, default: [],
            help: "Rules for each record: for each name a jq program, whose first output must be neither null nor false.")
        keys = ContractKeys(options: &options)
        let count = ContractCount(options: &options)
        let maxMemory = options.maxMemoryBytes()
        checks = keys.isEmpty && count.isEmpty ? nil : ContractChecks(keys.names, count, maxMemory: maxMemory)
        partition = checks == nil ? .eachRecord : count.isEmpty ? keys.partition : .allRecords
        options.checkAtLeastOne(of: ["schema", "rules", "unique", "references", "count"])
    }

    var hooks: Hooks {
        Hooks(output: checks, changedFields: [], partition: partition, notes: checks?.notes ?? [])
    }

    func process(_ record: inout Record) throws -> Verdict {
        if let schema {
            let violations = try schema.violations(of: record.value) { AddressMask.isSensitive($0) }
            if !violations.isEmpty { throw RecordError(violations) }
        }
        for rule in rules where try !rule.value.isTrue(record) { throw RecordError(broken: rule.key, rule.value, by: record) }
        if let checks { try checks.add(record, try keys.entries(of: record)) }
        return .keep
    }

    func copyForWorker() -> ExpectStage {
        var copy = self
        copy.schema = schema?.recompiled()
        copy.rules = rules.map { ($0.key, $0.value.recompiled()) }
        copy.keys = keys.recompiled()
        return copy
    }
}

extension OptionType where Value == JSONSchema {
    /// A JSON Schema: an object, or the path of a file.
    fileprivate static var jsonSchema: Self {
        .document(placeholder: .anything) { document in
            do throws(JSONSchemaError) {
                return .read(try JSONSchema(document))
            } catch {
                return .faulty(error.faults.map { DocumentProblem($0.message.printable, at: $0.path, isAboutKey: $0.isAboutKey) })
            }
        }
    }
}

extension OptionType where Value == [(key: String, value: RecordQuery)] {
    /// An object whose values are conditions.
    fileprivate static var conditions: Self { .map(of: .condition) }
}

// The reasons why a record breaks a rule.
extension RecordError {
    /// The limit of violations in one reason.
    private static let maxViolations = JSONSchema.maxViolations - 1

    /// The violations of a schema; at least one.
    fileprivate init(_ violations: [SchemaViolation]) {
        var reason = ""
        for violation in violations.prefix(Self.maxViolations) {
            if !reason.isEmpty { reason += "; \(JSONPathStep.text(of: violation.path)) " }
            reason += "\(violation.reason) (\(violation.keyword))"
        }
        if violations.count > Self.maxViolations { reason += "; …" }
        self.init(reason.printable, at: JSONPathStep.text(of: violations[0].path).printable)
    }

    /// A rule that does not hold. If it reads few fields, the reason shows them.
    fileprivate init(broken name: String, _ query: RecordQuery, by record: Record) {
        let maxFields = 3
        let fields = query.isSecret ? [] : (query.readFields ?? []).sorted()
        let isShort = !fields.isEmpty && fields.count <= maxFields
        let found = isShort ? fields.map { Self.found($0, in: record) }.joined(separator: ", ") : ""
        self.init(
            "breaks the rule \"\(name)\": \(query.source)\(found.isEmpty ? "" : "; found \(found)")".printable,
            at: fields.count == 1 ? JSONPathStep.text(of: [.key(fields[0])]).printable : nil)
    }

    /// A field and its value. Long values are shortened, and secrets are left out.
    private static func found(_ field: String, in record: Record) -> String {
        let path = JSONPathStep.text(of: [.key(field)])
        guard let value = try? record.get(field) else { return "no \(path)" }
        let isHidden = value.kind == .object || value.kind == .array || AddressMask.isSensitive(field) && !value.isNull
        return "\(path): \(isHidden ? value.kind.phrase : value.shownKey)"
    }
}
