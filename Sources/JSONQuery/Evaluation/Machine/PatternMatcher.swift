import JSONParsing

/// The compiled destructuring patterns of `source as pattern ?// pattern | body`.
///
/// A pattern is a list of steps over a growing list of values. The first value is the one to match. Each variable adds a scope.
final class PatternMatcher: Sendable {
    /// One step of a pattern.
    enum PatternStep: Sendable {
        /// Binds the value with this index to a new variable.
        case bind(Int)
        /// Appends a member or element of the value with this index. The key program runs on that value.
        case look(Int, key: any Node)
    }

    struct Alternative: Sendable {
        let steps: [PatternStep]
        /// For each variable of all alternatives: its distance in scopes after the last step; nil if this pattern does not bind it.
        /// Empty if there is one alternative only.
        let variables: [Int?]
    }

    private let alternatives: [Alternative]
    /// Whether ``bind(_:_:_:)`` can match: there is one alternative, and each key has one output.
    let isSingle: Bool
    /// Whether the pattern is `$name` alone.
    private let isVariable: Bool

    /// - Parameter isGeneral: Whether ``start(_:_:_:)`` is the only way to match.
    init(_ alternatives: [Alternative], isGeneral: Bool = false) {
        self.alternatives = alternatives
        isVariable =
            if alternatives.count == 1, alternatives[0].steps.count == 1, case .bind = alternatives[0].steps[0] { true } else { false }
        isSingle =
            !isGeneral && alternatives.count == 1
            && alternatives[0].steps.allSatisfy { step in
                if case .look(_, let key) = step { key.isSingle } else { true }
            }
    }

    /// The scope with all variables. Called only if the matcher is single.
    func bind(_ value: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> RuntimeScope? {
        if isVariable { return RuntimeScope(value, in: scope) }
        let steps = alternatives[0].steps
        var values = [value]
        var scope = scope
        for step in steps {
            switch step {
            case .bind(let place): scope = RuntimeScope(values[place], in: scope)
            case .look(let place, let key):
                values.append(try Self.look(in: values[place], try key.value(of: values[place], scope, budget), budget))
            }
        }
        return scope
    }

    /// Matches a value and continues with a body on the machine's value and path.
    func start(_ value: JSONValue, _ body: any Node, _ machine: inout QueryMachine) throws {
        if isSingle { return machine.evaluate(body, try bind(value, machine.scope, machine.budget)) }
        try start(alternative: 0, Match(self, value, body, machine), &machine)
    }

    fileprivate func start(alternative: Int, _ match: Match, _ machine: inout QueryMachine) throws {
        if alternative < alternatives.count - 1 {
            try machine.push(MatchAlternativeFrame(match, alternative + 1, choicePointCount: machine.choicePointCount, next: machine.frame))
        }
        try go(alternative, from: 0, [match.value], match.scope, match, &machine)
    }

    fileprivate func go(
        _ alternative: Int, from place: Int, _ values: [JSONValue], _ scope: RuntimeScope?, _ match: Match, _ machine: inout QueryMachine
    ) throws {
        var values = values
        var scope = scope
        let steps = alternatives[alternative].steps
        for place in place..<steps.count {
            switch steps[place] {
            case .bind(let source): scope = RuntimeScope(values[source], in: scope)
            case .look(let source, let key):
                if key.isSingle {
                    values.append(
                        try Self.look(in: values[source], try key.value(of: values[source], scope, machine.budget), machine.budget))
                    continue
                }
                try machine.push(
                    MatchKeyFrame(match, alternative, place, values: values, source: source, scope: scope, next: machine.frame))
                machine.value = values[source]
                machine.tracedPath = .off
                return machine.evaluate(key, scope)
            }
        }
        machine.value = match.input
        machine.tracedPath = match.tracedPath
        machine.evaluate(match.body, commonScope(alternative, scope, match.scope))
    }

    /// Binds the variables of all alternatives in one order, so that the body finds each at the same distance.
    private func commonScope(_ alternative: Int, _ bound: RuntimeScope?, _ outer: RuntimeScope?) -> RuntimeScope? {
        if alternatives.count == 1 { return bound }
        return alternatives[alternative].variables.reduce(outer) { scope, levels in
            RuntimeScope(levels.map { bound.value($0) } ?? .null, in: scope)
        }
    }

    fileprivate static func look(in value: JSONValue, _ key: JSONValue, _ budget: QueryBudget) throws -> JSONValue {
        if key.kind == .number, value.kind != .array, !value.isNull { throw ValueAccess.cannotIndex(value, key) }
        if key.kind != .number, key.kind != .string {
            throw QueryRuntimeError("Cannot index \(value.kind.rawValue) with \(ValueText.described(key))")
        }
        return try ValueAccess.index(value, key, budget)
    }
}

/// The value to match and the body that uses the variables. A class, because frames share it.
private final class Match {
    let matcher: PatternMatcher
    let value: JSONValue
    let body: any Node
    let input: JSONValue
    let tracedPath: TracedPath
    let scope: RuntimeScope?

    init(_ matcher: PatternMatcher, _ value: JSONValue, _ body: any Node, _ machine: borrowing QueryMachine) {
        self.matcher = matcher
        self.value = value
        self.body = body
        input = machine.value
        tracedPath = machine.tracedPath
        scope = machine.scope
    }
}

/// Tries the next alternative if the match or the body fails.
private final class MatchAlternativeFrame: ContinuationFrame {
    private let match: Match
    private let alternative: Int
    private let choicePointCount: Int

    init(_ match: Match, _ alternative: Int, choicePointCount: Int, next: ContinuationFrame?) {
        self.match = match
        self.alternative = alternative
        self.choicePointCount = choicePointCount
        super.init(next: next)
    }

    override func resume(_ machine: inout QueryMachine) throws { machine.deliver() }

    override func recover(from error: QueryRuntimeError, _ machine: inout QueryMachine) -> Bool {
        machine.cut(to: choicePointCount)
        do {
            try match.matcher.start(alternative: alternative, match, &machine)
            return true
        } catch let next {
            // The last alternative failed at once: the frames outside of this one receive its error.
            machine.evaluate(RaiseNode(QueryRuntimeError(wrapping: next)), nil)
            return true
        }
    }
}

/// Continues the match for each output of a key.
private final class MatchKeyFrame: ContinuationFrame {
    private let match: Match
    private let alternative: Int
    private let place: Int
    private let values: [JSONValue]
    private let source: Int
    private let scope: RuntimeScope?

    init(_ match: Match, _ alternative: Int, _ place: Int, values: [JSONValue], source: Int, scope: RuntimeScope?, next: ContinuationFrame?)
    {
        self.match = match
        self.alternative = alternative
        self.place = place
        self.values = values
        self.source = source
        self.scope = scope
        super.init(next: next)
    }

    override func resume(_ machine: inout QueryMachine) throws {
        let values = values + [try PatternMatcher.look(in: values[source], machine.value, machine.budget)]
        try match.matcher.go(alternative, from: place + 1, values, scope, match, &machine)
    }
}
