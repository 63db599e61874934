/// Functions of the jq dialect that a program adds to the built-in ones.
///
/// Compiling a program finds them as a task-local value. A compiled program keeps them, to compile itself again.
package struct QueryFunctions: Sendable {
    /// The functions of this task.
    @TaskLocal package static var current = QueryFunctions()

    /// Functions that a program can call without any registration and that jq lacks.
    package static var builtIn: [QueryFunction] { BuiltIns.extras }

    /// Functions that tabpipe registers with its stages, for the error of a program that has not done so.
    static let ofStages: Set = ["blurb", "html_markdown", "html_text", "html_unescape", "sha256"]

    /// In the order of their registration.
    package private(set) var all: [QueryFunction] = []
    private var byKey: [String: QueryFunction] = [:]

    package init() {}

    /// Adds a function.
    ///
    /// - Precondition: Neither jq nor another function has its name and number of arguments.
    package mutating func add(_ function: QueryFunction) {
        let isFree = !BuiltIns.names.contains(function.key) && byKey.updateValue(function, forKey: function.key) == nil
        precondition(isFree, "two functions are called \(function.key)")
        all.append(function)
    }

    var keys: some Sequence<String> { byKey.keys }

    /// The implementation of a built-in or added function of single arguments; nil if there is none.
    ///
    /// - Parameter key: The name with the number of arguments, such as `slug/1`.
    func native(_ key: String) -> BuiltIns.Native? { BuiltIns.natives[key] ?? byKey[key]?.native }
}
