import JSONParsing
import Pipeline
import Testing

@testable import TabpipeCommands

@Suite("Every option with a program") struct ProgramOptionTests {
    /// A component, and options for it of which one holds a program with an unknown variable.
    struct Example: Sendable, CustomTestStringConvertible {
        let kind: ComponentKind
        let options: JSONObject
        let testDescription: String
    }

    static let examples: [Example] = Registry.standard.groups.flatMap { group in
        group.components.flatMap { component in
            ComponentOptions.description(of: component, kind: group.kind, in: .standard).declarations.flatMap { option in
                values(of: option.kind).map { value in
                    Example(
                        kind: group.kind, options: ["type": .string(component.name), option.name: value],
                        testDescription: "\(component.name).\(option.name) = \(value.compactText)")
                }
            }
        }
    }

    /// Values of an option in which a program uses the variable.
    private static func values(of kind: OptionDeclaration.Kind) -> [JSONValue] {
        switch kind {
        case .query, .choiceOrQuery: ["$stat", [".", "| $stat"]]
        case .queries: [["a": "$stat"], ["a": [".", "| $stat"]]]
        case .template: ["a{{$stat}}"]
        case .list(let kind, _):
            // In a list, each item is a value of its own, so that no item is a list of lines.
            values(of: kind).filter { $0.array == nil }.flatMap { [$0, [$0]] }
        case .object(let options): objects(options)
        case .either(let text, let options): values(of: text) + objects(options)
        case .variant(let cases):
            cases.flatMap { found in
                objects(found.options).map { value in
                    var object = value.object ?? [:]
                    object["type"] = .string(found.name)
                    return .object(object)
                }
            }
        default: []
        }
    }

    private static func objects(_ options: [OptionDeclaration]) -> [JSONValue] {
        options.flatMap { option in values(of: option.kind).map { .object([option.name: $0]) } }
    }

    @Test("finds the parameters of the file", arguments: examples) func variables(_ example: Example) throws {
        var file: JSONObject = ["parameters": ["state": ["default": "x"]]]
        file[example.kind == .sources ? "source" : example.kind.rawValue] =
            example.kind == .sources ? .object(example.options) : .array([.object(example.options)])
        let text = Array(JSONValue.object(file).compactText.utf8)
        let error = #expect(throws: PipelineFileError.self) {
            try PipelineReader.read(
                text: text, file: "p.json", registry: .standard, settings: PipelineSettings(needsSourceAndSinks: false))
        }
        let message = "the variable $stat is not defined; did you mean \"$state\"?"
        #expect(error?.messages.contains { $0.hasSuffix(message) } == true, "\(error?.messages ?? [])")
    }

    @Test("is found in all groups of components") func groups() {
        #expect(Set(Self.examples.map(\.kind)) == Set(ComponentKind.allCases))
        #expect(Self.examples.count > 40)
    }
}
