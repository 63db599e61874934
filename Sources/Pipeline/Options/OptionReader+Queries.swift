internal import JSONParsing
internal import JSONQuery

extension OptionReader {
    // Programs in the jq language. Fields that a program reads are watched for misspelt names, as those of path options are.

    /// Reads a jq program. The option is required.
    public mutating func query(_ name: String, help: String) -> RecordQuery { required(name, .query, help) }

    /// Reads a jq program, with a default.
    ///
    /// - Precondition: The default compiles.
    public mutating func query(_ name: String, default fallback: String, help: String) -> RecordQuery {
        guard let query = try? RecordQuery(fallback) else { preconditionFailure("the default of \(name) is no jq program") }
        return value(name, .query, default: query, shown: .string(fallback), help)
    }

    /// Reads a jq program; nil if the option is missing or null.
    public mutating func optionalQuery(_ name: String, help: String) -> RecordQuery? { optional(name, .query, help) }

    /// Reads a jq program whose result is a condition. The option is required. The reader warns if the result is the same for every record.
    public mutating func condition(_ name: String, help: String) -> RecordQuery {
        let condition = query(name, help: help)
        if !condition.isSecret, let remark = condition.query.conditionRemark { warn(remark, option: name) }
        return condition
    }

    /// Reads an object whose values are jq programs, in the order of the file. The option is required.
    public mutating func queries(_ name: String, help: String) -> [(key: String, query: RecordQuery)] { required(name, .queries, help) }

    /// Reads an object whose values are jq programs, in the order of the file; nil if the option is missing or null.
    public mutating func optionalQueries(_ name: String, help: String) -> [(key: String, query: RecordQuery)]? {
        optional(name, .queries, help)
    }

    /// Reads an object whose keys are paths of fields and whose values are jq programs, in the order of the file. The option is required.
    public mutating func fieldQueries(_ name: String, help: String) -> [(field: FieldPath, query: RecordQuery)] {
        required(name, .fieldQueries, help)
    }

    /// Reads a text with jq programs in `{{ … }}`. The option is required.
    public mutating func template(_ name: String, help: String) -> Template { required(name, .template, help) }

    /// Reads a text with jq programs in `{{ … }}`, with a default.
    ///
    /// - Precondition: The programs of the default compile.
    public mutating func template(_ name: String, default fallback: String, help: String) -> Template {
        guard let template = try? Template(fallback) else { preconditionFailure("the default of \(name) is no template") }
        return value(name, .template, default: template, shown: .string(fallback), help)
    }

    /// Reads a text with jq programs in `{{ … }}`; nil if the option is missing or null.
    public mutating func optionalTemplate(_ name: String, help: String) -> Template? { optional(name, .template, help) }

    /// Compiles a template; nil after it has reported a problem.
    mutating func compiledTemplate(_ value: ConfigValue, _ key: String) -> Template? {
        guard let text = text(value, key, .template) else { return nil }
        do {
            let template = try Template(
                text, secretName: value.programSecret, origin: origin(of: value, key, text), definitions: definitions, values: values)
            for query in template.queries { usedMissingValues.formUnion(values.missingNames(in: query.query)) }
            return template.watched(by: watch(template.wantedFields, key: key))
        } catch {
            report(error, in: value, key)
            return nil
        }
    }

    /// Compiles a jq program; nil after it has reported a problem.
    mutating func compiledQuery(_ value: ConfigValue, _ key: String) -> RecordQuery? {
        guard let text = text(value, key, .query) else { return nil }
        do {
            let query = try RecordQuery(
                text, secretName: value.programSecret, origin: origin(of: value, key, text), definitions: definitions, values: values)
            usedMissingValues.formUnion(values.missingNames(in: query.query))
            return query.watched(by: watch(query.wantedFields, key: key))
        } catch {
            report(error, in: value, key)
            return nil
        }
    }

    private mutating func origin(of value: ConfigValue, _ name: String, _ text: String) -> ProgramOrigin? {
        if let programFile = value.contentFile {
            publicTexts.insert(text)
            return ProgramOrigin(file: programFile, text: text, option: place(of: name))
        }
        return file.map { ProgramOrigin(value, in: $0.name, text: $0.text, option: place(of: name)) }
    }

    /// Reports an error of a program at its place in the file. The place accounts for JSON escapes in the string.
    private mutating func report(_ error: QueryError, in value: ConfigValue, _ name: String) {
        // The fault of the definitions was reported, and is the likely reason.
        if error.isOfUnknownFunction, let definitions, definitions.functions == nil { return }
        // So was the fault of the parameters.
        if error.unknownVariable != nil, values.isFaulty { return }
        guard case .string(let text) = value.content else { return }
        let message = values.message(for: error, in: text)
        if let programFile = value.contentFile {
            let offset = max(0, min(error.offset, text.utf8.count))
            report(message, at: offset..<offset + 1, key: name, in: .init(name: programFile, text: Array(text.utf8)))
            return
        }
        if let secretName = value.secretName {
            report("\(secretName.printable) holds a jq program that is wrong at byte \(error.offset)", at: value.range, key: name)
            return
        }
        report(message, at: value.rangeOfCharacter(at: error.offset), key: name)
    }
}
