import JSONParsing

/// Data-flow analysis that finds which fields of the input a program reads.
struct InputFields {
    /// The possible origin of a value: the input itself, or another value.
    enum DataOrigin { case input, other }

    /// Marks of variables in the scope, in place of their depth: the value is the input, or another one.
    static let other = 0
    static let isInput = 1
    private static let maxVisits = 20_000
    private static let maxCalls = 30

    private var fields: Set<String> = []
    /// The fields that the program requires somewhere, and those whose absence it handles somewhere.
    private var wanted: Set<String> = []
    private var guarded: Set<String> = []
    /// Number of enclosing expressions that handle absent fields: `?`, `//`, `if`, …
    private var guards = 0
    /// Whether the expression is part of a prelude function. There, an `if` does not mean that the program's author expects absent fields.
    private var isInPrelude = false
    private var isWhole = false
    private var isExhausted = false
    private var visits = 0
    private var calls = 0
    private let functions: QueryFunctions
    private let stack = StackGuard()

    /// Functions that read nothing of their input but its kind.
    private static let blind: Set<String> = [
        "now/0", "env/0", "input/0", "halt/0", "input_filename/0", "input_line_number/0", "input_origin/0", "infinite/0", "nan/0",
        "builtins/0", "type/0", "pow/2", "atan2/2", "fmin/2", "fmax/2", "fma/3", "ldexp/2", "scalb/2",
        "scalbln/2", "fmod/2", "hypot/2", "copysign/2", "drem/2", "nextafter/2", "nexttoward/2", "fdim/2",
    ]

    /// The fields of the input that a program can look at; nil if it may look at the whole input.
    ///
    /// - Returns: The fields, and those that the program requires (``Query/wantedFields``). If the analysis gives up, some of the latter
    ///   are missing.
    static func of(_ program: ExpressionSyntax, _ environment: QueryEnvironment) -> (fields: Set<String>?, wanted: Set<String>) {
        var analysis = InputFields(functions: environment.functions)
        analysis.use(analysis.flow(of: program, input: .input, environment.scope()))
        return (analysis.isWhole ? nil : analysis.fields, analysis.wanted.subtracting(analysis.guarded))
    }

    /// Runs `body`. If `isGuard`, the expression that it analyses handles absent fields.
    private mutating func guarding<Result>(if isGuard: Bool = true, _ body: (inout InputFields) -> Result) -> Result {
        guard isGuard, !isInPrelude else { return body(&self) }
        guards += 1
        defer { guards -= 1 }
        return body(&self)
    }

    /// Notes that a field of the input is used.
    private mutating func use(field name: String) {
        if guards == 0 { wanted.insert(name) } else { guarded.insert(name) }
        let (isNew, known) = fields.insert(name)
        // The set treats canonically equivalent names as one, so that it would miss the other field.
        if !isNew, !sameBytes(known, name) { isWhole = true }
    }

    /// Notes that a value is used as a whole.
    private mutating func use(_ flow: DataOrigin) {
        if flow == .input { isWhole = true }
    }

    /// Analyses an expression.
    ///
    /// - Returns: Whether its outputs may be the input.
    private mutating func flow(of syntax: ExpressionSyntax, input: DataOrigin, _ scope: StaticScope?) -> DataOrigin {
        visits += 1
        if visits > Self.maxVisits || !stack.hasRoom {
            isWhole = true
            isExhausted = true
        }
        if isExhausted { return .other }
        switch syntax {
        case .identity: return input
        case .literal, .location, .exit: return .other
        case .recurse, .format: use(input)
        case .index(let target, let key, let isOptional):
            let target = guarding(if: isOptional) { $0.flow(of: target, input: input, scope) }
            if target == .input, case .literal(let value) = key, let name = value.string {
                guarding(if: isOptional) { $0.use(field: name) }
            } else {
                use(target)
                use(flow(of: key, input: input, scope))
            }
        case .condition(let branches, let otherwise):
            var outputs: [DataOrigin] = []
            guarding { analysis in
                for branch in branches {
                    analysis.use(analysis.flow(of: branch.condition, input: input, scope))
                    outputs.append(analysis.flow(of: branch.result, input: input, scope))
                }
                outputs.append(otherwise.map { analysis.flow(of: $0, input: input, scope) } ?? input)
            }
            return outputs.contains(.input) ? .input : .other
        case .attempt(let body, let handler):
            return guarding { analysis in
                let output = analysis.flow(of: body, input: input, scope)
                guard let handler, analysis.flow(of: handler, input: .other, scope) == .input else { return output }
                return .input
            }
        case .placed(let syntax, _): return flow(of: syntax, input: input, scope)
        case .pipe(let stages): return stages.reduce(input) { flow(of: $1, input: $0, scope) }
        case .comma(let parts):
            var output = DataOrigin.other
            for part in parts where flow(of: part, input: input, scope) == .input { output = .input }
            return output
        case .update(_, let target, let value):
            use(input)
            // An update may create the field.
            guarding { $0.use($0.flow(of: target, input: input, scope)) }
            use(flow(of: value, input: input, scope))
        case .define(let function, let rest):
            return flow(of: rest, input: input, scope.adding(.function(Definition(function, in: scope, depth: 0))))
        case .bind(let source, let patterns, let body):
            return flow(of: body, input: input, bind(patterns, to: flow(of: source, input: input, scope), scope))
        case .reduce(let source, let patterns, let start, let update):
            return loop(source, patterns, start, update, nil, input, scope)
        case .foreach(let source, let patterns, let start, let update, let extract):
            return loop(source, patterns, start, update, extract, input, scope)
        case .label(let name, let body): return flow(of: body, input: input, scope.adding(.label(name, depth: 0)))
        case .variable(let name, _):
            return scope.first { scope -> DataOrigin? in
                if case .variable(name, let mark) = scope.entry { mark == Self.isInput ? .input : .other } else { nil }
            } ?? .other
        case .call(let name, let arguments, _): return call(name, arguments, input, scope)
        case .string, .slice, .iterate, .collect, .object, .negate, .operation:
            // `{"a\(f)"}` looks up a name that is known at run time only.
            if case .object(let entries) = syntax, entries.contains(where: { $0.value == nil }) { use(input) }
            guarding(if: Self.handlesAbsence(syntax)) { analysis in
                for part in syntax.children { analysis.use(analysis.flow(of: part, input: input, scope)) }
            }
        }
        return .other
    }

    /// Whether an expression handles absent values: `.a[]?`, `.a // .b`, `.a == null`.
    private static func handlesAbsence(_ syntax: ExpressionSyntax) -> Bool {
        func isNull(_ part: ExpressionSyntax) -> Bool { if case .literal(let value) = part { value.isNull } else { false } }
        return switch syntax {
        case .iterate(_, let isOptional), .slice(_, _, _, let isOptional): isOptional
        case .operation(.alternative, _, _): true
        case .operation(.equal, let left, let right): isNull(left) || isNull(right)
        default: false
        }
    }

    private mutating func loop(
        _ source: ExpressionSyntax, _ patterns: [DestructuringPattern], _ start: ExpressionSyntax, _ update: ExpressionSyntax,
        _ extract: ExpressionSyntax?, _ input: DataOrigin, _ scope: StaticScope?
    ) -> DataOrigin {
        let inner = bind(patterns, to: flow(of: source, input: input, scope), scope)
        var state = flow(of: start, input: input, scope)
        // If the update can give the input, the next round begins with it.
        if flow(of: update, input: state, inner) == .input, state == .other {
            state = .input
            _ = flow(of: update, input: state, inner)
        }
        return extract.map { flow(of: $0, input: state, inner) } ?? state
    }

    private mutating func bind(_ patterns: [DestructuringPattern], to flow: DataOrigin, _ scope: StaticScope?) -> StaticScope? {
        if patterns.count == 1, case .variable(let name) = patterns[0] {
            return scope.adding(.variable(name, depth: flow == .input ? Self.isInput : Self.other))
        }
        use(flow)
        var inner = scope
        for name in patterns.flatMap(\.names) { inner = inner.adding(.variable(name, depth: Self.other)) }
        for program in patterns.flatMap(\.programs) { use(self.flow(of: program, input: .other, inner)) }
        return inner
    }

    private mutating func call(_ name: String, _ arguments: [ExpressionSyntax], _ input: DataOrigin, _ scope: StaticScope?) -> DataOrigin {
        enum Callee {
            case function(Definition)
            case inlined(ExpressionSyntax, StaticScope?)
        }
        let found = scope.first { scope -> Callee? in
            switch scope.entry {
            case .function(let definition)
            where definition.syntax.name == name && definition.syntax.parameters.count == arguments.count:
                .function(definition)
            case .inlined(name, let syntax, let outer) where arguments.isEmpty: .inlined(syntax, outer)
            default: nil
            }
        }
        let key = "\(name)/\(arguments.count)"
        switch found {
        case .inlined(let syntax, let outer):
            let wasInPrelude = isInPrelude
            isInPrelude = false
            defer { isInPrelude = wasInPrelude }
            return flow(of: syntax, input: input, outer)
        case .function(let definition): return call(definition, arguments, input, scope)
        case nil: break
        }
        if BuiltIns.specialForms.contains(key) { return specialForm(key, arguments, input, scope) }
        if functions.native(key) != nil {
            if key == "has/1", input == .input, case .literal(let value) = arguments[0], let name = value.string {
                guarding { $0.use(field: name) }
                return .other
            }
            if !Self.blind.contains(key) { use(input) }
            for argument in arguments { use(flow(of: argument, input: input, scope)) }
            return .other
        }
        guard let definition = BuiltIns.definition(key) else {
            isWhole = true
            return .other
        }
        return call(definition, arguments, input, scope)
    }

    private mutating func specialForm(_ key: String, _ arguments: [ExpressionSyntax], _ input: DataOrigin, _ scope: StaticScope?)
        -> DataOrigin
    {
        switch key {
        case "empty/0", "inputs/0": return .other
        case "recurse/0", "getpath/1", "_match/3", "_matchof/2":
            use(input)
            for argument in arguments { use(flow(of: argument, input: input, scope)) }
            return .other
        case "first/1", "last/1", "limit/2", "skip/2":
            for argument in arguments.dropLast() { use(flow(of: argument, input: input, scope)) }
            return arguments.last.map { flow(of: $0, input: input, scope) } ?? .other
        default:
            for argument in arguments { use(flow(of: argument, input: input, scope)) }
            return .other
        }
    }

    /// Analyses the body of a function for one call.
    private mutating func call(_ definition: Definition, _ arguments: [ExpressionSyntax], _ input: DataOrigin, _ scope: StaticScope?)
        -> DataOrigin
    {
        calls += 1
        let wasInPrelude = isInPrelude
        isInPrelude = wasInPrelude || definition.isBuiltIn
        defer {
            calls -= 1
            isInPrelude = wasInPrelude
        }
        if definition.isRecursive, input == .other, !mayReachInput(from: scope), !mayReachInput(from: definition.scope) { return .other }
        guard calls <= Self.maxCalls, !definition.isRecursive else {
            isWhole = true
            return .other
        }
        var inner = definition.scope
        for (parameter, argument) in zip(definition.syntax.parameters, arguments) {
            inner = inner.adding(.inlined(parameter.name, argument, scope))
            if parameter.isValue {
                let mark = flow(of: argument, input: input, scope) == .input ? Self.isInput : Self.other
                inner = inner.adding(.variable(parameter.name, depth: mark))
            }
        }
        return flow(of: definition.syntax.body, input: input, inner)
    }

    /// Whether a variable in this scope, or in the scope of an inlined argument, may be the input.
    private mutating func mayReachInput(from scope: StaticScope?) -> Bool {
        var open = [scope]
        while let next = open.popLast() {
            var scope = next
            while let current = scope {
                visits += 1
                if visits > Self.maxVisits { return true }
                switch current.entry {
                case .variable(_, Self.isInput): return true
                case .inlined(_, _, let outer): open.append(outer)
                default: break
                }
                scope = current.parent
            }
        }
        return false
    }
}
