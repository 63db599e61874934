internal import JSONQuery

/// The jq functions that a pipeline file defines for all of its programs, with the places of their texts.
struct ProgramDefinitions: Sendable {
    /// Stands for definitions with a fault that was reported.
    static let faulty = ProgramDefinitions()

    /// nil if the definitions have a fault.
    let functions: QueryDefinitions?
    private let text: ProgramText?

    private init() {
        functions = nil
        text = nil
    }

    /// Compiles definitions.
    ///
    /// - Parameters:
    ///   - text: The text of the option.
    ///   - values: The values that the definitions can use.
    /// - Throws: ``QueryError`` with the place of the first fault in `text`.
    init(_ text: ProgramText, values: ProgramValues) throws(QueryError) {
        self.text = text
        functions = try QueryDefinitions(text.source, variables: values.variables) { line in text.place(ofLine: line - 1) }
    }

    /// The place of a part of the definitions, for an error at run time.
    ///
    /// - Parameters:
    ///   - range: The part, in bytes of the source.
    ///   - option: The path of the option with the program that called them.
    func place(of range: Range<Int>, option: String) -> ProgramPlace? {
        text.map { ProgramOrigin($0, option: option).place(of: range, in: $0.source) }
    }
}
