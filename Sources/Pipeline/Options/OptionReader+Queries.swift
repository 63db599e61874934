internal import JSONParsing
internal import JSONQuery

extension OptionReader {
    // Programs in the jq language. Fields that a program reads are watched for misspelt names, as those of path options are.

    /// Reads a jq program, which is a string or a list of its lines. The option is required.
    public mutating func query(_ name: String, help: String) -> RecordQuery { required(name, .query, help) }

    /// Reads a jq program, with a default.
    ///
    /// - Precondition: The default compiles.
    public mutating func query(_ name: String, default fallback: String, help: String) -> RecordQuery {
        guard let query = try? RecordQuery(fallback, functions: values.functions) else {
            preconditionFailure("the default of \(name) is no jq program")
        }
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
        guard let template = try? Template(fallback, secretName: nil, origin: nil, values: values) else {
            preconditionFailure("the default of \(name) is no template")
        }
        return value(name, .template, default: template, shown: .string(fallback), help)
    }

    /// Reads a text with jq programs in `{{ … }}`; nil if the option is missing or null.
    public mutating func optionalTemplate(_ name: String, help: String) -> Template? { optional(name, .template, help) }
}
