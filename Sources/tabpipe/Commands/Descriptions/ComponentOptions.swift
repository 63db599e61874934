internal import JSONParsing
internal import Pipeline

/// The options of a component type, from an `OptionReader` that collects declarations and reads no file.
enum ComponentOptions {
    /// Returns all options, with those of every step, and the other details that the component declares.
    ///
    /// - Parameters:
    ///   - component: The component.
    ///   - kind: Its kind.
    ///   - registry: The components of the program. The registry decides whether sources of files have options for URLs.
    static func description(
        of component: any Component.Type, kind: ComponentKind, in registry: Registry
    ) -> (declarations: [OptionDeclaration], details: ComponentDetails) {
        var reader = registry.describingReader
        _ = make(component, &reader)
        let common = OptionReader.commonDeclarations(hasOnError: kind != .sources, isStream: component is any StreamStage.Type)
        return (reader.declarations + common, reader.details)
    }

    private static func make<Made: Component>(_ component: Made.Type, _ reader: inout OptionReader) -> Made {
        Made(options: &reader)
    }

    /// A step to copy into a pipeline file: the component's example, or one with the required options.
    static func example(of component: any Component.Type, _ declarations: [OptionDeclaration]) -> String {
        if !component.example.isEmpty { return component.example }
        let required = declarations.filter(\.isRequired).map { ", \"\($0.name)\": \(placeholder(for: $0.kind))" }
        return "{ \"type\": \"\(component.name)\"\(required.joined()) }"
    }

    private static func placeholder(for kind: OptionDeclaration.Kind) -> String {
        switch kind {
        case .integer(let range): String(max(range.lowerBound, min(range.upperBound, 1)))
        case .number(let range): JSONNumber(max(range.lowerBound, min(range.upperBound, 1))).text
        case .countOrShare: "1"
        case .boolean: "true"
        case .choice(let words), .choiceOrQuery(let words): "\"\(words.first ?? "")\""
        case .query: "\".\""
        case .queries: "{ \"name\": \".\" }"
        case .strings, .texts: "{ \"name\": \"value\" }"
        case .secret: "{ \"$env\": \"NAME\" }"
        case .json: "{}"
        case .list(.object(let options), _): "[\(object(options))]"
        case .list(.input, _): placeholder(for: .input)
        case .list: "[\"name\"]"
        case .map(let kind): "{ \"name\": \(placeholder(for: kind)) }"
        case .field: "\"name\""
        case .path, .recordPath, .input: "\"file\""
        case .address: "\"https://example.org/\""
        case .string, .template, .lines: "\"text\""
        case .object(let options): object(options)
        case .variant(let cases): cases.first.map { object($0.options, type: $0.name) } ?? "{}"
        case .either(let text, _): placeholder(for: text)
        case .source: "{ \"type\": \"json\", \"from\": \"file\" }"
        }
    }

    /// An object with the required options.
    private static func object(_ options: [OptionDeclaration], type: String? = nil) -> String {
        let members =
            (type.map { ["\"type\": \"\($0)\""] } ?? [])
            + options.filter(\.isRequired).map {
                "\"\($0.name)\": \(placeholder(for: $0.kind))"
            }
        return members.isEmpty ? "{}" : "{ \(members.joined(separator: ", ")) }"
    }
}

/// The three kinds of components, named as pipeline files and `list` name their groups.
enum ComponentKind: String, CaseIterable {
    case sources, stages, sinks

    /// The word for one component.
    var singular: String { String(rawValue.dropLast()) }
}

extension Registry {
    /// All components by their kind, sorted by name.
    var groups: [(kind: ComponentKind, components: [any Component.Type])] {
        ComponentKind.allCases.map { kind in
            let components: [any Component.Type] =
                switch kind {
                case .sources: sources.values.map { $0 }
                case .stages: stages.values.map(\.component)
                case .sinks: sinks.values.map { $0 }
                }
            return (kind, components.sorted { $0.name < $1.name })
        }
    }
}

extension OptionDeclaration {
    /// A phrase that says which placeholders `{{ … }}` the option takes; nil if it takes none.
    var templateFact: String? {
        switch templates {
        case .none: nil
        case .parameters: "takes {{$parameter}}"
        case .records: "takes {{.field}} and {{$parameter}}"
        }
    }

    /// The kind of value, its templates, whether the option is required, and the default, for `describe` and the manual page.
    var facts: String {
        var facts = [kind.shortName]
        if let templateFact { facts.append(templateFact) }
        if isRequired { facts.append("required") }
        if let defaultValue { facts.append("default \(defaultValue.compactText)") }
        return facts.joined(separator: ", ")
    }
}

/// Fields of records in words, for `describe`, the schema and the manual page.
extension RecordField {
    /// The kind of the value, and whether the field is required.
    var facts: String {
        let kind =
            switch kind {
            case .string: "string"
            case .boolean: "true or false"
            case .stringOrNumber: "string or number"
            case .stringOrObject: "string or object"
            case .html: "HTML as text, or a document"
            case .list: "list of objects"
            }
        return kind + (isRequired ? ", required" : ", may be missing or null")
    }

    /// The fields of the objects that the field has; none for other fields.
    var innerFields: [RecordField] {
        switch kind {
        case .list(let fields), .stringOrObject(let fields): fields
        case .string, .boolean, .stringOrNumber, .html: []
        }
    }

    /// The field and its inner fields on one line.
    var phrase: String {
        let inner = innerFields.map(\.phrase)
        return "\(name) (\(facts))" + (inner.isEmpty ? "" : " of {\(inner.joined(separator: ", "))}")
    }
}
