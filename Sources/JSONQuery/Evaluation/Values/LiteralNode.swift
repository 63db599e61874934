import JSONParsing

/// `.`
final class IdentityNode: Node {
    var isSingle: Bool { true }
    var isSimple: Bool { true }
    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue { input }
    func step(_ machine: inout QueryMachine) throws { machine.deliver() }
}

/// A literal of the program.
final class LiteralNode: Node {
    let literal: JSONValue

    init(_ literal: JSONValue) { self.literal = literal }

    var isSingle: Bool { true }
    var isSimple: Bool { true }
    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue { literal }

    /// As in jq, a number literal has no path, even if it equals the input.
    func step(_ machine: inout QueryMachine) throws {
        machine.deliver(computed: literal)
        if literal.kind == .number, !machine.tracedPath.isOff { machine.tracedPath = .lost }
    }
}

/// `$name`
final class VariableNode: Node {
    let levels: Int

    init(levels: Int) { self.levels = levels }

    var isSingle: Bool { true }
    var isSimple: Bool { true }
    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue { scope.value(levels) }
}

/// String interpolation with single programs. A format converts each output to text.
final class StringNode: Node {
    private let parts: [InterpolationPart]
    /// The programs among the parts. If several fail, the error is that of the last one.
    private let programs: [any Node]
    private let format: Format

    enum InterpolationPart: Sendable {
        case text(String)
        case program(any Node)
    }

    init(_ parts: [InterpolationPart], format: Format) {
        self.parts = parts
        programs = parts.compactMap { part in if case .program(let node) = part { node } else { nil } }
        self.format = format
    }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue {
        let mark = budget.unheldBytes
        var values = try programs.reversed().map { try $0.value(of: input, scope, budget) }
        var string = ""
        for part in parts {
            switch part {
            case .text(let text): string += text
            case .program:
                let text = try format.apply(to: values.removeLast(), budget)
                let length = string.utf8.count + text.utf8.count
                try budget.checkLength(length)
                if length > QueryBudget.blockBytes { try budget.allocate(MemorySize.string(length)) }
                string += text
            }
            try budget.checkLength(string.utf8.count)
        }
        budget.release(to: mark)
        try budget.charge(bytes: string.utf8.count)
        try budget.allocate(MemorySize.string(string.utf8.count))
        return .string(string)
    }
}
