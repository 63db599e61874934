public import JSONParsing

/// A compiled program of the jq language. Immutable: compiled once, run on many values from many threads.
///
/// The language is that of jq 1.8. docs/jq.md lists differences and extensions. A value that a program passes on unchanged is written as it
/// was read. A program has access to its input, the clock (`now`) and its ``QueryHost`` only:
///
/// * No modules: `import`, `include` and `module` are errors of the program.
/// * One input: `input` raises the error "No more inputs", `inputs` is empty, unless the ``QueryHost`` gives more. Without a host,
///   `input_filename` is null, `input_line_number` 0 and `input_origin` null.
/// * No environment: `$ENV` and `env` are empty objects, unless the host gives one.
/// * No output but the program's own: `debug`, `debug(f)` and `stderr` pass their input on, and log it if there is a ``QueryHost``.
/// * No end of the process: `halt` raises the error "halt", `halt_error` its input as an error, whatever the exit code, unless the host
///   can halt.
/// * Local time is UTC: `localtime`, `strflocaltime` and `mktime` give the same on every machine.
///
/// An invalid regular expression that is a literal of the program is a ``QueryError``.
public struct Query: Sendable {
    /// The text of the program.
    public let source: String
    /// The top-level fields of the input that the program can read; nil if it may read the whole input (`.`, `keys`, `.[]`, …) or if the
    /// analysis gives up. No field is missing.
    public let inputFields: Set<String>?
    /// The fields of the input that the program requires: nowhere does it handle their absence by `?`, `//`, `has`, `if`, `try` or
    /// `== null`. If no input has such a field, its name is most likely a typing error.
    public let wantedFields: Set<String>
    /// Whether the program contains the literal `null`.
    package let namesNull: Bool
    /// Whether the program asks its host for something: ``QueryHost``.
    package let usesHost: Bool
    /// The names of variables with fixed values that the program uses: those of ``QueryVariables``, and variables bound to a literal.
    package let usedConstants: Set<String>
    /// Whether the program calls `input` or `inputs`.
    package let takesInputs: Bool
    private let syntax: ExpressionSyntax
    private let node: any Node
    private let path: LeadingPath?
    private let diagnosis: QueryDiagnosis

    /// Compiles a program.
    ///
    /// - Parameter source: The program.
    /// - Throws: ``QueryError`` with the offset of the first fault.
    public init(_ source: String) throws(QueryError) { try self.init(source, usesFastPaths: true) }

    /// Compiles a program, without its fast paths if a test compares the two.
    ///
    /// - Parameters:
    ///   - source: The program.
    ///   - functions: Functions that the program can call beside the built-in ones.
    ///   - definitions: Functions of a pipeline file that the program can call.
    ///   - variables: Variables that the program can use.
    ///   - locator: Gives the file and line of `$__loc__`; nil for the line of the program.
    ///   - usesFastPaths: Whether nodes may use fast paths. Otherwise the machine runs every node step by step.
    /// - Throws: ``QueryError`` with the offset of the first fault.
    package init(
        _ source: String, functions: QueryFunctions = QueryFunctions(), definitions: QueryDefinitions? = nil,
        variables: QueryVariables? = nil, locator: QueryDefinitions.Locator? = nil, usesFastPaths: Bool = true
    ) throws(QueryError) {
        do {
            var parser = try Parser(source)
            let environment = QueryEnvironment(functions: functions, definitions: definitions, variables: variables, locator: locator)
            try self.init(try parser.program(), source: source, environment, usesFastPaths: usesFastPaths)
        } catch {
            throw error.withHints(for: source)
        }
    }

    /// A warning that the program, as a condition, has the same result for every input; nil if there is none.
    package var conditionRemark: String? { ConstantCondition.remark(on: syntax) }

    /// - Parameter isRest: Whether `syntax` is only the part of `source` after its leading path.
    init(
        _ syntax: ExpressionSyntax, source: String, isRest: Bool = false, _ environment: QueryEnvironment, usesFastPaths: Bool = true
    ) throws(QueryError) {
        self.source = source
        self.syntax = syntax
        (node, usesHost, takesInputs, usedConstants) = try Compiler.compile(syntax, environment, usesFastPaths: usesFastPaths)
        (inputFields, wantedFields) = InputFields.of(syntax, environment)
        namesNull = syntax.contains { if case .literal(let value) = $0 { value.isNull } else { false } }
        path = LeadingPath(of: syntax, source: source, environment)
        diagnosis = QueryDiagnosis(source, isRest: isRest, environment)
    }

    /// The same program, compiled again for another thread. Threads that share nodes slow each other down: each run retains and releases
    /// them, and the reference counts are atomic.
    package func recompiled() -> Query {
        let again = try? Query(syntax, source: source, isRest: diagnosis.isRest, diagnosis.environment)
        return again ?? self  // it was compiled before
    }

    /// The expression in ``source`` in which an error arose. Runs the program again to find it; that run logs nothing.
    ///
    /// - Parameters:
    ///   - error: The error that ended a run.
    ///   - input: The input of that run.
    ///   - host: The host of that run.
    /// - Returns: nil if the error does not occur again, or if a limit was exceeded, because reaching it again takes as long.
    package func place(of error: QueryRuntimeError, input: JSONValue, host: (any QueryHost)? = nil) -> QueryPlace? {
        guard !error.isLimit, let node = diagnosis.node else { return nil }
        var again: (any Error)?
        do {
            try node.each(input, nil, QueryBudget(limits: .standard, host: host, isSilent: true)) { _ in true }
        } catch {
            again = error
        }
        guard let again = again as? QueryRuntimeError, again.message == error.message else { return nil }
        return again.place?.with(described(again, input))
    }

    /// The value that caused an error, for messages.
    private func described(_ error: QueryRuntimeError, _ root: JSONValue) -> String? {
        guard let place = error.place, let input = error.input else { return nil }
        let text = (place.isInDefinitions ? diagnosis.environment.definitions?.source : nil) ?? source
        let piece = String(decoding: Array(text.utf8)[place.range], as: UTF8.self)
        let program = source + " " + (diagnosis.environment.definitions?.source ?? "")
        let found = FailedInput(root: root, input: input)
        if let (path, value) = found.fault(in: piece, of: program) { return "\(path): \(ValueText.described(value))" }
        return found.isRoot ? nil : ValueText.described(input)
    }

    /// The plain path that the program begins with, such as `.a.b[]` in `.a.b[] | select(.c)`, and what follows it as a program of its
    /// own (nil if nothing does); nil if the program begins with anything else.
    ///
    /// Running the rest on each value at the path gives the outputs of the whole program, in the same order. The rest's ``source`` is
    /// that of the whole program.
    public var leadingPath: (steps: [JSONPathStep], rest: Query?)? { path.map { ($0.steps, $0.rest) } }

    /// As ``leadingPath``, but the path may contain array indices, such as `.items[0]`.
    package func splitAtPath() -> (steps: [JSONPathStep], rest: Query?)? {
        LeadingPath(of: syntax, source: source, diagnosis.environment, takesElements: true).map { ($0.steps, $0.rest) }
    }

    /// Runs the program and passes on its outputs in order, up to the first error.
    ///
    /// - Parameters:
    ///   - input: The value of `.`.
    ///   - limits: How much the run may take.
    ///   - yield: Receives the outputs. Its errors end the run and are rethrown.
    /// - Throws: ``QueryRuntimeError`` for an error of the program.
    public func run(_ input: JSONValue, limits: QueryLimits = .standard, yield: (consuming JSONValue) throws -> Void) throws {
        try run(input, limits: limits, host: nil, yield: yield)
    }

    /// Runs the program with a host for its questions and messages.
    package func run(
        _ input: JSONValue, limits: QueryLimits = .standard, host: (any QueryHost)?, yield: (consuming JSONValue) throws -> Void
    ) throws {
        try evaluate(input, QueryBudget(limits: limits, host: host)) { output in
            try yield(output)
            return true
        }
    }

    /// All outputs.
    ///
    /// - Parameter input: The value of `.`.
    /// - Throws: ``QueryRuntimeError`` for an error of the program.
    public func all(_ input: JSONValue) throws -> [JSONValue] { try all(input, host: nil) }

    /// All outputs of a run with a host.
    package func all(_ input: JSONValue, host: (any QueryHost)?) throws -> [JSONValue] {
        var outputs: [JSONValue] = []
        try run(input, host: host) { output in
            let limit = QueryLimits.standard.maxElements
            guard outputs.count < limit else { throw QueryRuntimeError(limit: "the program has more than \(limit) outputs for one input") }
            outputs.append(output)
        }
        return outputs
    }

    /// The first output, or nil if there is none. The run ends there.
    ///
    /// - Parameter input: The value of `.`.
    /// - Throws: ``QueryRuntimeError`` for an error of the program.
    public func first(_ input: JSONValue) throws -> JSONValue? { try first(input, host: nil) }

    /// The first output of a run with a host.
    package func first(_ input: JSONValue, host: (any QueryHost)?) throws -> JSONValue? {
        var first: JSONValue?
        try evaluate(input, QueryBudget(limits: .standard, host: host)) { output in
            first = output
            return false
        }
        return first
    }

    /// Whether the first output is neither null nor false. No output counts as false.
    ///
    /// - Parameter input: The value of `.`.
    /// - Throws: ``QueryRuntimeError`` for an error of the program.
    public func isTrue(_ input: JSONValue) throws -> Bool { try isTrue(input, host: nil) }

    /// Whether the first output of a run with a host is neither null nor false.
    package func isTrue(_ input: JSONValue, host: (any QueryHost)?) throws -> Bool {
        try first(input, host: host)?.isTruthy ?? false
    }

    /// The number of steps that the program takes for an input: a measure of work that does not depend on the machine.
    ///
    /// - Throws: ``QueryRuntimeError`` for an error of the program.
    package func stepCount(_ input: JSONValue, limits: QueryLimits = .standard) throws -> Int {
        let budget = QueryBudget(limits: limits)
        try evaluate(input, budget) { _ in true }
        return budget.stepCount
    }

    private func evaluate(_ input: JSONValue, _ budget: QueryBudget, _ body: (consuming JSONValue) throws -> Bool) throws {
        if node.isSingle {
            let output: JSONValue
            do {
                output = try node.value(of: input, nil, budget)
            } catch {
                throw QueryRuntimeError.thrown(error)
            }
            _ = try body(output)
            return
        }
        if node.isSimple { return try evaluateOnStack(input, budget, body) }
        var machine = QueryMachine(node, input, nil, budget)
        var heldMemory = HeldMemory(budget)
        while true {
            let output: JSONValue?
            do {
                output = try machine.next()
            } catch {
                throw QueryRuntimeError.thrown(error)
            }
            guard let output else { return }
            // The receiver may keep the output.
            heldMemory.keep(output)
            guard try body(output) else { return }
        }
    }

    private func evaluateOnStack(_ input: JSONValue, _ budget: QueryBudget, _ body: (consuming JSONValue) throws -> Bool) throws {
        /// The error of the receiver, which is no error of the program.
        var refusal: (any Error)?
        var heldMemory = HeldMemory(budget)
        do {
            try node.each(input, nil, budget) { output in
                heldMemory.keep(output)
                do {
                    return try body(output)
                } catch {
                    refusal = error
                    throw error
                }
            }
        } catch {
            throw refusal ?? QueryRuntimeError.thrown(error)
        }
    }
}

/// The plain path that a program begins with, and the rest of the program. A class, because a struct cannot contain itself: the rest is a
/// ``Query``, which has a leading path.
private final class LeadingPath: Sendable {
    let steps: [JSONPathStep]
    let rest: Query?

    /// Splits a program after its leading path; nil if it has none.
    ///
    /// - Parameter takesElements: Whether `[0]` is a step of the path.
    init?(of program: ExpressionSyntax, source: String, _ environment: QueryEnvironment, takesElements: Bool = false) {
        guard let (steps, rest) = LeadingPathSplit.split(program, takesElements: takesElements), !steps.isEmpty else { return nil }
        self.steps = steps
        guard let rest else {
            self.rest = nil
            return
        }
        guard let query = try? Query(rest, source: source, isRest: true, environment) else { return nil }
        self.rest = query
    }
}

/// Finds conditions with the same result for every value, most likely by mistake.
private enum ConstantCondition {
    /// The warning about a condition; nil if there is none.
    static func remark(on syntax: ExpressionSyntax) -> String? {
        switch syntax {
        case .update(.assign, _, _): "\"=\" assigns, and what it gives is true for every record; did you mean \"==\"?"
        case .literal(let value) where value.kind != .boolean && value.kind != .null:
            "\(value.compactText) is the same, and true, for every record"
        case .condition(let branches, _): branches.lazy.compactMap { assignment($0.condition) }.first
        case .call("select", let arguments, _) where arguments.count == 1: assignment(arguments[0])
        case .operation(.and, let left, let right), .operation(.or, let left, let right): remark(on: left) ?? remark(on: right)
        case .pipe(let stages): stages.last.flatMap { remark(on: isNegation($0) ? .pipe(stages.dropLast()) : $0) }
        default: nil
        }
    }

    /// The remark on an assignment in a condition inside a program.
    private static func assignment(_ syntax: ExpressionSyntax) -> String? {
        if case .update(.assign, _, _) = syntax { remark(on: syntax) } else { nil }
    }

    private static func isNegation(_ syntax: ExpressionSyntax) -> Bool {
        if case .call("not", _, _) = syntax { true } else { false }
    }
}
