import JSONParsing

/// A built-in function of its input and single arguments, such as `ascii_downcase` or `ltrimstr($x)`.
final class NativeNode: Node {
    private let function: @Sendable (JSONValue, [JSONValue], QueryBudget) throws -> JSONValue
    /// Whether the function looks at a part of its input only, or charges for it. It receives large inputs undecoded.
    private let looksOnly: Bool
    private let arguments: [any Node]
    let isSingle: Bool

    init(
        _ arguments: [any Node], looksOnly: Bool = false,
        _ function: @escaping @Sendable (JSONValue, [JSONValue], QueryBudget) throws -> JSONValue
    ) {
        self.function = function
        self.looksOnly = looksOnly
        self.arguments = arguments
        isSingle = arguments.allSatisfy(\.isSingle)
    }

    var isSimple: Bool { isSingle }

    func value(of input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> JSONValue {
        if !looksOnly { try budget.charge(for: input) }
        let mark = budget.unheldBytes
        let values = arguments.isEmpty ? [] : try values(of: input, scope, budget)
        let output = try function(looksOnly ? input : try budget.decodedIfLarge(input), values, budget)
        // Some functions nest their input in new containers, such as `to_entries`.
        switch output {
        case .array, .object:
            try budget.chargeResult(output)
            try budget.checkDepth(of: output)
        case .string:
            // Intermediate values are no longer in use, and the output is counted once.
            budget.release(to: mark)
            try budget.chargeResult(output)
        case .null, .bool, .number: budget.release(to: mark)  // intermediate values are no longer in use
        case .text: break
        }
        return output
    }

    /// The values of the arguments. If several fail, the error is that of the last one.
    private func values(of input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> [JSONValue] {
        if arguments.count == 1 { return [try arguments[0].value(of: input, scope, budget)] }
        return Array(try arguments.reversed().map { try $0.value(of: input, scope, budget) }.reversed())
    }
}
