internal import HTMLParsing
internal import JSONParsing
internal import PersonalData
internal import Pipeline

/// Replaces the personal data of one record. It reads the record twice: the names are known only at its end.
struct RecordRedaction {
    private var redactor: Redactor
    private let headers: PersonKeys
    private let fields: [FieldPath]?

    init(by redactor: Redactor, headers: PersonKeys, fields: [FieldPath]?) {
        self.redactor = redactor
        self.headers = headers
        self.fields = fields
    }

    /// How many pieces were replaced, by the name in the alias.
    var counts: [String: Int] { redactor.counts }

    /// Replaces personal data in a record.
    ///
    /// - Throws: The error of a pattern; ``JSONError`` if an object has a key twice, or a string half a surrogate pair.
    mutating func redact(_ record: inout Record) throws {
        let value = record.value
        for field in fields ?? [] { record.notePresence(of: field) }
        try collect(value, isHeader: false)
        guard case .object(let object) = try value.decoded() else {
            if let new = try redacted(value, [], isHeader: false, isWanted: fields == nil) { record.value = new }
            return
        }
        guard try !hasPersonalKeys(object) else {
            record.value = try redacted(value, [], isHeader: false, isWanted: fields == nil) ?? value
            return
        }
        for member in object {
            let steps = [FieldPath.Step.key(member.key)]
            let isHeader = headers.contains(member.key)
            guard let new = try redacted(member.value, steps, isHeader: isHeader, isWanted: fields == nil) else { continue }
            // A document stays one, so that the next stage does not have to guess the format of its text.
            var documents: [FieldPath] = []
            findDocuments(of: record, in: member.value, steps, &documents)
            try record.set(member.key, to: new)
            for path in documents {
                if let html = try record.get(path)?.string { try record.setDocument(HTMLDocument(parsing: html), in: path) }
            }
        }
    }

    /// Whether a key at the top holds personal data. Renaming it would lose documents, so that all of the record becomes text.
    private func hasPersonalKeys(_ object: JSONObject) throws -> Bool {
        guard fields == nil else { return false }
        var probe = redactor
        for key in object.keys { if try probe.redacted(key) != nil { return true } }
        return false
    }

    private func findDocuments(of record: Record, in value: JSONValue, _ steps: [FieldPath.Step], _ found: inout [FieldPath]) {
        let path = FieldPath(steps: steps)
        if record.knownField(at: path)?.isAuthoritative == true { found.append(path) }
        guard steps.count < FieldPath.maxSteps, let object = value.object else { return }
        for member in object { findDocuments(of: record, in: member.value, steps + [.key(member.key)], &found) }
    }

    // MARK: - Names

    /// The roles that conversations for training have in place of names.
    private static let roles: Set<String> = ["system", "user", "assistant", "human", "gpt", "tool", "function", "developer"]

    /// Adds the names of all headers and of all texts that quote messages, and the aliases that are there.
    private mutating func collect(_ value: JSONValue, isHeader: Bool) throws {
        switch try value.decoded() {
        case .string(let text):
            if isHeader, !text.contains("://"), !Self.roles.contains(text) { redactor.add(header: text) }
            redactor.add(text: text)
            redactor.keep(aliasesIn: text)
        case .array(let list): for item in list { try collect(item, isHeader: isHeader) }
        case .object(let object):
            if isHeader { addPerson(object) }
            // As APIs of mail list headers: {"name": "From", "value": "…"}.
            let isNamed = object["name"]?.string.map(headers.contains) ?? false
            for member in object {
                redactor.keep(aliasesIn: member.key)
                let isPersons = headers.contains(member.key) || isNamed && member.key == "value"
                try collect(member.value, isHeader: isPersons && !(isHeader && member.value.kind == .string))
            }
        default: break
        }
    }

    /// Adds the person that an object describes: by a name, or by a first and a last name.
    private mutating func addPerson(_ object: JSONObject) {
        var parts: [String: String] = [:]
        for member in object {
            guard let text = member.value.string, !text.contains("://") else { continue }
            parts[PersonKeys.comparable(member.key)] = text
        }
        let first = parts["firstname"] ?? parts["givenname"] ?? parts["first"] ?? ""
        let last = parts["lastname"] ?? parts["familyname"] ?? parts["surname"] ?? parts["last"] ?? ""
        if !(first + last).isEmpty { redactor.add(name: "\(first) \(last)") }
        for key in ["name", "displayname", "fullname", "realname", "label"] { if let name = parts[key] { redactor.add(header: name) } }
    }

    // MARK: - Values

    private func isWanted(_ steps: [FieldPath.Step]) -> Bool { fields?.contains { $0.steps == steps } ?? true }

    /// Returns the value without personal data; nil if it has none.
    private mutating func redacted(_ value: JSONValue, _ steps: [FieldPath.Step], isHeader: Bool, isWanted: Bool) throws -> JSONValue? {
        let isWanted = isWanted || self.isWanted(steps)
        switch try value.decoded() {
        case .string(let text):
            guard isWanted, let new = try redactor.redacted(text, isHeader: isHeader) else { return nil }
            return .string(new)
        case .array(var list):
            var hasChanged = false
            for index in list.indices {
                guard let new = try redacted(list[index], steps + [.each], isHeader: isHeader, isWanted: isWanted) else { continue }
                list[index] = new
                hasChanged = true
            }
            return hasChanged ? .array(list) : nil
        case .object(let object): return try redacted(object, steps, isHeader: isHeader, isWanted: isWanted)
        default: return nil
        }
    }

    private mutating func redacted(
        _ object: JSONObject, _ steps: [FieldPath.Step], isHeader: Bool, isWanted: Bool
    ) throws -> JSONValue? {
        var members: [(String, JSONValue)] = []
        var keys = Set(object.map { JSONKey($0.key) })
        /// The next number of an alias that several keys have.
        var next: [String: Int] = [:]
        var hasChanged = false
        for member in object {
            var key = member.key
            if isWanted, let new = try redactor.redacted(key) {
                (key, hasChanged) = (new, true)
                while !keys.insert(JSONKey(key)).inserted {
                    let number = next[new, default: 2]
                    key = "\(new) (\(number))"
                    next[new] = number + 1
                }
            }
            let isPersons = isHeader || headers.contains(member.key)
            let new = try redacted(member.value, steps + [.key(member.key)], isHeader: isPersons, isWanted: isWanted)
            if new != nil { hasChanged = true }
            members.append((key, new ?? member.value))
        }
        return hasChanged ? .object(JSONObject(members)) : nil
    }
}
