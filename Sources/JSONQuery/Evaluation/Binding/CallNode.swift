import JSONParsing

/// A call of a function that is not inlined because it is recursive or too large.
final class CallNode: Node {
    enum Argument: Sendable {
        /// A program. A parameter of the caller is passed on without a further closure.
        case closure(any Node, parameter: Int?)
        /// A value, the output of a single node.
        case value(any Node)
    }

    private let function: CompiledFunction
    /// Distance in scopes to the definition; nil for a built-in function, which sees no scope.
    private let levels: Int?
    private let arguments: [Argument]

    init(_ function: CompiledFunction, levels: Int?, _ arguments: [Argument]) {
        self.function = function
        self.levels = levels
        self.arguments = arguments
    }

    var isSingle: Bool { false }
    var isSimple: Bool { false }

    func step(_ machine: inout Machine) throws {
        guard let body = function.body else { return machine.backtrack() }
        let caller = machine.scope
        var scope = levels.map { caller.ancestor($0) } ?? nil
        for argument in arguments {
            switch argument {
            case .closure(_, let parameter?):
                guard case .closure(let closure)? = caller.ancestor(parameter)?.content else { continue }
                scope = try Scope(closure, in: scope)
            case .closure(let node, nil): scope = try Scope(Closure(node: node, scope: caller), in: scope)
            case .value(let node): scope = Scope(try node.value(of: machine.value, caller, machine.budget), in: scope)
            }
        }
        machine.evaluate(body, scope)
    }
}
