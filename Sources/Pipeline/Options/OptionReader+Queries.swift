internal import JSONParsing
internal import JSONQuery

extension OptionReader {
    /// A jq program that has to be there.
    public mutating func query(_ name: String, help: String) -> RecordQuery {
        compiled(declare(name, .query, isRequired: true, default: nil, help: help), name) ?? .identity
    }

    /// A jq program that has to be there and says yes or no; one that says the same of every record gets a warning.
    public mutating func condition(_ name: String, help: String) -> RecordQuery {
        let condition = query(name, help: help)
        if !condition.isSecret, let remark = condition.query.conditionRemark { warn(remark, option: name) }
        return condition
    }

    /// A jq program with a default.
    public mutating func query(_ name: String, default fallback: String, help: String) -> RecordQuery {
        let value = declare(name, .query, isRequired: false, default: .string(fallback), help: help)
        if value != nil { return compiled(value, name) ?? .identity }
        return (try? RecordQuery(fallback)) ?? .identity
    }

    /// A jq program that may be missing.
    public mutating func optionalQuery(_ name: String, help: String) -> RecordQuery? {
        compiled(declare(name, .query, isRequired: false, default: nil, help: help), name)
    }

    /// An object whose keys are paths of fields and whose values are jq programs, in order.
    public mutating func fieldQueries(_ name: String, help: String) -> [(field: FieldPath, query: RecordQuery)] {
        guard let value = declare(name, .queries, isRequired: true, default: nil, help: help) else { return [] }
        return members(value, name, .queries).compactMap { member in
            let key = "\(name).\(member.key)"
            let field = field(named: member, key)
            return compiled(member.value, key).flatMap { query in field.map { ($0, query) } }
        }
    }

    /// An object whose values are jq programs, in order.
    public mutating func queries(_ name: String, help: String) -> [(key: String, query: RecordQuery)] {
        guard let value = declare(name, .queries, isRequired: true, default: nil, help: help) else { return [] }
        return members(value, name, .queries).compactMap { member in
            compiled(member.value, "\(name).\(member.key)").map { (member.key, $0) }
        }
    }

    /// A text in which `{{ … }}` holds a jq program, with a default.
    public mutating func template(_ name: String, default fallback: String, help: String) -> Template {
        let value = declare(name, .template, isRequired: false, default: .string(fallback), help: help)
        return template(value, name) ?? (try? Template(fallback)) ?? .empty
    }

    mutating func template(_ value: ConfigValue?, _ name: String) -> Template? {
        guard let value, let text = text(value, name, .template) else { return nil }
        do {
            let template = try Template(text, secretName: value.programSecret, origin: origin(of: value, name, text))
            return template.watched(by: watch(template.wantedFields, key: name))
        } catch {
            report(error, in: value, name)
            return nil
        }
    }

    mutating func compiled(_ value: ConfigValue?, _ name: String) -> RecordQuery? {
        guard let value, let text = text(value, name, .query) else { return nil }
        do {
            let query = try RecordQuery(text, secretName: value.programSecret, origin: origin(of: value, name, text))
            return query.watched(by: watch(query.wantedFields, key: name))
        } catch {
            report(error, in: value, name)
            return nil
        }
    }

    private mutating func origin(of value: ConfigValue, _ name: String, _ text: String) -> ProgramOrigin? {
        if let programFile = value.contentFile {
            openTexts.insert(text)
            return ProgramOrigin(file: programFile, text: text, option: place(of: name))
        }
        return file.map { ProgramOrigin(value, in: $0.name, text: $0.text, option: place(of: name)) }
    }

    /// Notes a fault in a program at its place in the file, escapes in the string taken into account.
    private mutating func report(_ error: QueryError, in value: ConfigValue, _ name: String) {
        if let programFile = value.contentFile, case .string(let text) = value.content {
            let hint = error.suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
            let offset = max(0, min(error.offset, text.utf8.count))
            report(error.message + hint, at: offset..<offset + 1, key: name, in: .init(name: programFile, text: Array(text.utf8)))
            return
        }
        if let secretName = value.secretName {
            report("\(secretName.printable) holds a jq program that is wrong at byte \(error.offset)", at: value.range, key: name)
            return
        }
        let hint = error.suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
        report(error.message + hint, at: value.rangeOfCharacter(at: error.offset), key: name)
    }
}
