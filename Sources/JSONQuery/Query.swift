public import JSONParsing

/// A compiled program of the jq language. Immutable: compiled once, run on many values from many threads.
///
/// The language is that of jq 1.8: what 1.7 and 1.8 added (`pick`, `abs`, `toarray`, `trim`, `trimstr`, `skip`, `add(f)`, `@urid`,
/// `@base32d`, literals that keep their digits) is there. A value that a program only passes on stays as it
/// was read. A program sees its input and nothing else of the world but the clock (`now`):
///
/// * No modules: `import`, `include` and `module` are errors of the program.
/// * One input: `input` raises the error "No more inputs", `inputs` is empty, `input_filename` is null, `input_line_number` 0.
/// * No environment: `$ENV` and `env` are empty objects.
/// * No output but the program's own: `debug`, `debug(f)` and `stderr` pass their input on and write nothing.
/// * No end of the process: `halt` raises the error "halt", `halt_error` its input as an error, whatever the exit code.
/// * Local time is UTC: `localtime`, `strflocaltime` and `mktime` give the same on every machine.
///
/// A wrong regular expression that the program spells is an error of the program, not of its run.
public struct Query: Sendable {
    /// The text of the program.
    public let source: String
    /// The fields of the input that the program can look at, members of members not counted; nil if it may look at the whole input
    /// (`.`, `keys`, `.[]`, …). Never too few; where the analysis gives up, it is nil.
    public let inputFields: Set<String>?
    /// The fields of the input that the program takes to be there: those whose absence it handles nowhere, by `?`, `//`, `has`, `if`,
    /// `try` or `== null`. A field here that no input has is most likely a typing error.
    public let wantedFields: Set<String>
    private let syntax: Syntax
    private let node: any Node
    private let path: LeadingPath?
    private let diagnosis: QueryDiagnosis

    /// Compiles a program.
    ///
    /// - Parameter source: The program.
    /// - Throws: ``QueryError`` with the place of the first fault.
    public init(_ source: String) throws(QueryError) { try self.init(source, usesFastPaths: true) }

    /// Compiles a program, without its fast paths if a test compares the two.
    ///
    /// - Parameters:
    ///   - source: The program.
    ///   - usesFastPaths: Whether nodes may take shorter ways than the step-by-step form that every node has.
    /// - Throws: ``QueryError`` with the place of the first fault.
    package init(_ source: String, usesFastPaths: Bool) throws(QueryError) {
        do {
            var parser = try Parser(source)
            try self.init(try parser.program(), source: source, usesFastPaths: usesFastPaths)
        } catch {
            throw error.withHints(for: source)
        }
    }

    /// What is odd about the program as a condition: that it says the same of every value; nil if nothing is.
    package var conditionRemark: String? { ConstantCondition.remark(on: syntax, source: source) }

    /// - Parameter isRest: Whether this is what follows the leading path of the program that `source` is.
    init(_ syntax: Syntax, source: String, isRest: Bool = false, usesFastPaths: Bool = true) throws(QueryError) {
        self.source = source
        self.syntax = syntax
        node = try Compiler.compile(syntax, usesFastPaths: usesFastPaths)
        (inputFields, wantedFields) = InputFields.of(syntax)
        path = LeadingPath(of: syntax, source: source)
        diagnosis = QueryDiagnosis(source, isRest: isRest)
    }

    /// The same program, compiled once more: for a thread that runs it often while others do. A run counts the owners of what it uses, and
    /// processors that count in the same places wait for each other.
    package func recompiled() -> Query {
        (try? Query(syntax, source: source, isRest: diagnosis.isRest)) ?? self  // it was compiled before
    }

    /// Where the piece of the program stands in ``source`` in which an error arose, in bytes: found by running the program once more.
    ///
    /// - Parameters:
    ///   - error: What ended a run.
    ///   - input: What the program was run on.
    /// - Returns: nil if the error does not come again, or is that of a limit: to reach it again would take as long.
    package func place(of error: QueryRuntimeError, input: JSONValue) -> Range<Int>? {
        guard !error.isLimit, let node = diagnosis.node else { return nil }
        var again: (any Error)?
        do {
            try node.each(input, nil, Run(limits: .standard)) { _ in true }
        } catch {
            again = error
        }
        guard let again = again as? QueryRuntimeError, again.message == error.message else { return nil }
        return again.place
    }

    /// The plain path that the program begins with, such as `.a.b[]` in `.a.b[] | select(.c)`, and what follows it as a program of its
    /// own (nil if nothing does); nil if the program begins with anything else.
    ///
    /// Running the rest on each value at the path gives the outputs of the whole program, in the same order. The rest's ``source`` is
    /// that of the whole program.
    public var leadingPath: (steps: [JSONPathStep], rest: Query?)? { path.map { ($0.steps, $0.rest) } }

    /// Runs the program. The outputs are produced in order; an error ends them.
    ///
    /// - Parameters:
    ///   - input: What `.` stands for.
    ///   - limits: How much the run may take.
    ///   - yield: Receives the outputs. What it throws ends the run and is thrown on.
    /// - Throws: ``QueryRuntimeError`` for an error of the program.
    public func run(_ input: JSONValue, limits: QueryLimits = .standard, yield: (consuming JSONValue) throws -> Void) throws {
        try evaluate(input, limits) { output in
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
        try run(input) { output in
            let limit = QueryLimits.standard.maxElements
            guard outputs.count < limit else { throw QueryRuntimeError(limit: "the program has more than \(limit) outputs for one input") }
            outputs.append(output)
        }
        return outputs
    }

    /// The first output, or nil if there is none. The program is not run any further.
    ///
    /// - Parameter input: What `.` stands for.
    /// - Throws: ``QueryRuntimeError`` for an error of the program.
    public func first(_ input: JSONValue) throws -> JSONValue? {
        var first: JSONValue?
        try evaluate(input, .standard) { output in
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

    private func evaluate(_ input: JSONValue, _ limits: QueryLimits, _ body: (consuming JSONValue) throws -> Bool) throws {
        let run = Run(limits: limits)
        if node.isSingle {
            let output: JSONValue
            do {
                output = try node.value(of: input, nil, run)
            } catch {
                throw Self.thrown(error)
            }
            _ = try body(output)
            return
        }
        if node.isSimple { return try evaluateOnStack(input, run, body) }
        var machine = Machine(node, input, nil, run)
        var heldMemory = HeldMemory(run)
        while true {
            let output: JSONValue?
            do {
                output = try machine.next()
            } catch {
                throw Self.thrown(error)
            }
            guard let output else { return }
            // The receiver may keep it.
            heldMemory.keep(output)
            guard try body(output) else { return }
        }
    }

    /// An error as the caller gets it: the program's own, or that the task was cancelled.
    private static func thrown(_ error: any Error) -> any Error {
        let error = QueryRuntimeError(wrapping: error)
        return error.isCancellation ? CancellationError() : error
    }

    private func evaluateOnStack(_ input: JSONValue, _ run: Run, _ body: (consuming JSONValue) throws -> Bool) throws {
        /// What the receiver of an output threw; that is no error of the program.
        var refusal: (any Error)?
        var heldMemory = HeldMemory(run)
        do {
            try node.each(input, nil, run) { output in
                heldMemory.keep(output)
                do {
                    return try body(output)
                } catch {
                    refusal = error
                    throw error
                }
            }
        } catch {
            throw refusal ?? Self.thrown(error)
        }
    }
}
