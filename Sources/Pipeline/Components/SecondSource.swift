internal import JSONParsing

/// A source that a stream stage reads beside its input: the value of an option, `{ "type": "csv", "from": "prices.csv" }`.
///
/// It is read as the source of a pipeline is: with its credentials and cache, and its programs need the same permission. The stage lists it
/// in its ``Hooks/sources``.
///
///     init(options: inout OptionReader) {
///         prices = options.read("with", .source, help: "The source of the prices.")
///     }
///
///     var hooks: Hooks { Hooks(sources: [prices]) }
///
///     func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws {
///         try await prices.read(in: input.context) { records in
///             for try await batch in records { … }
///         }
///     }
public struct SecondSource: Sendable {
    /// The `type` of the source.
    public var type: String { step.type }
    /// The name in messages: what the source reads, such as `prices.csv`, or its type. It shows no secrets.
    public let shown: String
    /// The path and the options of the source. The path is that of the option, such as `stages[2].with`.
    package let step: StepProperties
    /// The source; nil in a description of options, which no run uses.
    package let component: (any Source)?

    init(_ step: StepProperties, _ component: (any Source)?) {
        self.step = step
        self.component = component
        shown = ["from", "match", "url"].lazy.compactMap { step.options[$0].flatMap(Self.name) }.first ?? step.type
    }

    /// A path, or the first path of a list with the number of the others.
    package static func name(in value: JSONValue) -> String? {
        guard let list = value.array else { return value.string?.printable }
        let first = list.first?.string?.printable
        return list.count > 1 ? first.map { "\($0) and \(list.count - 1) more" } : first
    }
}

extension OptionType where Value == SecondSource {
    /// An object with the type and the options of a source, which a stream stage reads beside its input.
    public static var source: Self {
        let none = SecondSource(StepProperties(type: "", path: "", onError: .fail, options: [:]), nil)
        return Self(kind: .source, placeholder: none, parse: { $0.secondSource($1, $2, &$3) })
    }
}

extension OptionReader {
    /// Creates a source from its type and its options; nil after a problem was reported.
    fileprivate mutating func secondSource(_ value: ConfigValue, _ key: String, _ shown: inout JSONValue) -> SecondSource? {
        secondSourceCount += 1
        let registry = components as? Registry ?? Registry()
        switch registry.type(of: value, path: place(of: key), among: registry.sources, kind: "source") {
        case .unresolved: return nil
        case .fault(let problem, let hidesTexts):
            if hidesTexts { secrets.insert(sensitiveTextsOf: value) }
            report(problem)
            return nil
        case .found(let name, let type):
            let (source, options) = makeSource(type, called: name, value, key)
            let members = [(key: "type", value: JSONValue.string(name))] + options.map { ($0.key, $0.value) }
            shown = .object(JSONObject(members))
            if source.continuation.isIncremental || source.hooks.output != nil {
                report(
                    "the source reads only what is new, and each record may need what is old; leave out what keeps its state", option: key)
            }
            return SecondSource(StepProperties(type: name, path: place(of: key), onError: .fail, options: options), source)
        }
    }

    private mutating func makeSource<Made: Source>(
        _ type: Made.Type, called name: String, _ value: ConfigValue, _ key: String
    ) -> (source: any Source, options: JSONObject) {
        let owner = "the source \"\(name)\""
        let made = readInside(value, key, known: ["type"], owner: owner, kind: .source(name)) { options in
            let source = Made(options: &options)
            _ = options.stepDescription()
            return source as any Source
        }
        return (made.value, made.effective)
    }

    /// Checks that a component lists the sources of its options in its hooks, so that none of their programs and checks is missed.
    ///
    /// - Precondition: It does.
    func checkSecondSources(of component: some Component) {
        let listed = secondSourceCount == 0 ? 0 : component.hooks.sources.count
        precondition(listed >= secondSourceCount, "\(Swift.type(of: component).name) reads sources that its hooks do not list")
    }
}
