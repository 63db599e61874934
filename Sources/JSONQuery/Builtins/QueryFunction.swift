public import JSONParsing

/// A function of the jq dialect that jq itself does not have.
///
///     QueryFunction("shout", help: "The text in capitals.", examples: [.init("\"hi\" | shout", gives: "\"HI\"")]) { input, _, work in
///         guard let text = input.string else { throw QueryRuntimeError("shout input must be a string") }
///         try work.charge(bytes: text.utf8.count)
///         return .string(text.uppercased())
///     }
public struct QueryFunction: Sendable {
    /// A program that shows what the function does. Its input is null.
    public struct Example: Sendable {
        /// The program.
        public let program: String
        /// Its one output as JSON.
        public let output: String

        /// Makes an example.
        ///
        /// - Parameters:
        ///   - program: The program.
        ///   - output: Its one output as JSON.
        public init(_ program: String, gives output: String) {
            self.program = program
            self.output = output
        }
    }

    /// Letters, digits and underscores.
    public let name: String
    /// The names of the parameters, for the description.
    public let parameters: [String]
    /// The output of the function, in one or two sentences.
    public let help: String
    /// Examples for the description; a test can run them.
    public let examples: [Example]
    let native: BuiltIns.NativeFunction

    /// Makes a function of its input and of its arguments' values, with one output.
    ///
    /// - Parameters:
    ///   - name: Letters, digits and underscores, no digit first. Neither jq nor another function may have it.
    ///   - parameters: The names of the parameters. A program that gives an argument several values calls the function for each.
    ///   - help: What the function gives, in one or two sentences.
    ///   - examples: Examples for the description.
    ///   - body: Computes the output from the input and the arguments. It charges its work, so that limits and signals end it in time.
    public init(
        _ name: String, parameters: [String] = [], help: String, examples: [Example],
        body: @escaping @Sendable (_ input: JSONValue, _ arguments: [JSONValue], _ work: QueryWork) throws -> JSONValue
    ) {
        self.init(native: name, parameters, help, examples) { input, arguments, budget in try body(input, arguments, QueryWork(budget)) }
    }

    init(native name: String, _ parameters: [String], _ help: String, _ examples: [Example], body: @escaping BuiltIns.NativeFunction) {
        self.name = name
        self.parameters = parameters
        self.help = help
        self.examples = examples
        native = body
    }

    /// The name with the number of arguments, such as `slug/1`.
    package var key: String { "\(name)/\(parameters.count)" }

    /// The call with the names of its parameters, such as `slug(options)`.
    public var signature: String { parameters.isEmpty ? name : "\(name)(\(parameters.joined(separator: "; ")))" }
}

/// Charges the run of a program for the work of a ``QueryFunction``. Its methods throw if the run exceeds a limit or was stopped.
public struct QueryWork {
    private let budget: QueryBudget

    init(_ budget: QueryBudget) { self.budget = budget }

    /// Bytes to process between two charges, so that a signal ends the function in time.
    public static let blockBytes = QueryBudget.blockBytes

    /// Charges for reading or writing bytes: one step per 128.
    public func charge(bytes: Int) throws {
        try budget.charge(bytes: bytes)
    }

    /// Charges for work that is slower than reading or writing bytes.
    ///
    /// - Parameter count: Steps of 0.1 µs.
    public func charge(steps count: Int) throws { try budget.steps(count) }

    /// Counts memory before the function allocates it. The call throws if the run exceeds its memory limit.
    public func allocate(bytes: Int) throws { try budget.allocate(bytes) }
}

/// Functions of the jq dialect that a program adds to the built-in ones.
///
/// A compiled program keeps them for ``Query/recompiled()``.
package struct QueryFunctions: Sendable {
    /// Functions that a program can call without any registration and that jq lacks.
    package static var builtIn: [QueryFunction] { BuiltIns.extras }

    /// The names of the functions that `Registry.addStages()` registers, for the error of a program that has not called it.
    package static let ofStages: Set = ["blurb", "html_markdown", "html_text", "html_unescape", "markdown_html", "sha256"]

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
    func native(_ key: String) -> BuiltIns.NativeFunction? { BuiltIns.natives[key] ?? byKey[key]?.native }
}
