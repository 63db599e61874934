public import JSONParsing

/// A compiled program of the jq language. Immutable: compiled once, run on many values from many threads.
///
/// The language is that of jq 1.8 without modules, input and output. `$ENV` and `env` are empty objects, so that a program cannot
/// read the environment. A value that a program only passes on stays as it was read.
public struct Query: Sendable {
    /// The text of the program.
    public let source: String
    let syntax: Syntax
    let variables: [String]
    private let node: any Node

    /// Compiles a program.
    ///
    /// - Parameter source: The program.
    /// - Throws: ``QueryError`` with the place of the first fault.
    public init(_ source: String) throws(QueryError) {
        try self.init(source, variables: [])
    }

    /// Compiles a program that uses variables which each run sets.
    ///
    /// - Parameters:
    ///   - source: The program.
    ///   - variables: Their names, without `$`.
    /// - Throws: ``QueryError`` with the place of the first fault.
    public init(_ source: String, variables: [String]) throws(QueryError) {
        var parser = try Parser(source)
        try self.init(try parser.program(), source: source, variables: variables)
    }

    init(_ syntax: Syntax, source: String, variables: [String]) throws(QueryError) {
        self.source = source
        self.syntax = syntax
        self.variables = variables
        node = try Compiler.compile(syntax, variables: variables)
    }

    /// Runs the program. The outputs are produced in order; an error ends them.
    ///
    /// - Parameters:
    ///   - input: What `.` stands for.
    ///   - variables: The values of the variables, in the order of their names; null for those that are missing.
    ///   - limits: How much the run may take.
    ///   - yield: Receives the outputs. What it throws ends the run and is thrown on.
    /// - Throws: ``QueryRuntimeError`` for an error of the program.
    public func run(
        _ input: JSONValue, variables: [JSONValue] = [], limits: QueryLimits = .standard, yield: (JSONValue) throws -> Void
    ) throws {
        var count = 0
        try evaluate(input, variables, limits) { output in
            count += 1
            if let most = limits.maxOutputs, count > most {
                throw QueryRuntimeError(limit: "the program has more than \(most) outputs")
            }
            try yield(output)
            return true
        }
    }

    /// All outputs.
    ///
    /// - Parameter input: What `.` stands for.
    /// - Throws: ``QueryRuntimeError`` for an error of the program.
    public func all(_ input: JSONValue) throws -> [JSONValue] {
        var outputs: [JSONValue] = []
        try run(input) { outputs.append($0) }
        return outputs
    }

    /// The first output, or nil if there is none. The program is not run any further.
    ///
    /// - Parameter input: What `.` stands for.
    /// - Throws: ``QueryRuntimeError`` for an error of the program.
    public func first(_ input: JSONValue) throws -> JSONValue? {
        var first: JSONValue?
        try evaluate(input, [], .standard) { output in
            first = output
            return false
        }
        return first
    }

    /// Whether the first output is neither null nor false. No output counts as false.
    ///
    /// - Parameter input: What `.` stands for.
    /// - Throws: ``QueryRuntimeError`` for an error of the program.
    public func isTrue(_ input: JSONValue) throws -> Bool {
        try first(input)?.isTruthy ?? false
    }

    private func evaluate(
        _ input: JSONValue, _ values: [JSONValue], _ limits: QueryLimits, _ body: (JSONValue) throws -> Bool
    ) throws {
        var scope: Scope?
        for place in variables.indices { scope = Scope(place < values.count ? values[place] : .null, in: scope) }
        let run = Run(limits: limits)
        if node.isSingle {
            let output: JSONValue
            do {
                output = try node.value(of: input, scope, run)
            } catch {
                throw QueryRuntimeError(wrapping: error)
            }
            _ = try body(output)
            return
        }
        var machine = Machine(node, input, scope, run)
        while let output = try machine.next() {
            guard try body(output) else { return }
        }
    }
}
