internal import JSONParsing
internal import Pipeline

/// The options of a component type, from an `OptionReader` that collects declarations and reads no file.
enum ComponentOptions {
    /// All options, including those that every step has.
    static func declarations(of component: any Component.Type, kind: ComponentKind) -> [OptionDeclaration] {
        reader(of: component).declarations
            + OptionReader.commonDeclarations(hasOnError: kind != .sources, isStream: component is any StreamStage.Type)
    }

    /// What the component says of itself beside its options.
    static func details(of component: any Component.Type) -> ComponentDetails { reader(of: component).details }

    private static func reader(of component: any Component.Type) -> OptionReader {
        func read<Made: Component>(_ component: Made.Type) -> OptionReader {
            var reader = OptionReader.describing
            _ = Made(options: &reader)
            return reader
        }
        return read(component)
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
        case .list(.object(let options)): "[\(object(options))]"
        case .list, .fields: "[\"name\"]"
        case .map(let kind): "{ \"name\": \(placeholder(for: kind)) }"
        case .field: "\"name\""
        case .path, .input, .inputs: "\"file\""
        case .address: "\"https://example.org/\""
        case .string, .template, .lines: "\"text\""
        case .object(let options): object(options)
        case .variant(let cases): cases.first.map { object($0.options, type: $0.name) } ?? "{}"
        case .either(let text, _): placeholder(for: text)
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
