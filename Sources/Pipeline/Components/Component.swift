/// A part of a pipeline that a pipeline file can name: a source, a stage or a sink.
///
/// The engine creates each component once from its options, before any input or output is opened. Several tasks then use it concurrently.
public protocol Component: Sendable {
    /// The `type` that selects this component in a pipeline file, in snake_case.
    static var name: String { get }
    /// The purpose of the component in one sentence, for `list` and `describe`.
    static var summary: String { get }
    /// A step of a pipeline file as JSON, for users to copy. If it is empty, `describe` shows the required options instead.
    static var example: String { get }

    /// Reads the options. This initialiser opens no file and cannot fail: the reader collects the problems of the options.
    ///
    /// - Parameter options: The reader. One call for each option declares the option and returns its value.
    init(options: inout OptionReader)

    /// The services of the engine that the component uses besides processing records, such as an output or a check; ``Hooks/none`` for
    /// most. The engine reads the property at any time, before, during and after runs, so reading it must have no side effects. It is not
    /// read for each record.
    ///
    /// There is no default implementation. With one, a component that declares the property with a slightly different type would compile,
    /// and the engine would silently use the default.
    var hooks: Hooks { get }
}

extension Component {
    /// Creates the component from its options as JSON, for code and tests: `try Shorten(json: #"{"length": 20}"#)`.
    ///
    /// - Parameters:
    ///   - json: A JSON object with the options, as in a step of a pipeline file, without `type`.
    ///   - registry: The registry whose jq functions, sources and URL opener the component may use.
    /// - Throws: ``PipelineFileError`` with every problem of the options.
    public init(json: String, registry: Registry = Registry()) throws {
        var options = try OptionReader(json: json)
        options.use(registry)
        self.init(options: &options)
        options.checkSecondSources(of: self)
        try options.check()
    }
}
