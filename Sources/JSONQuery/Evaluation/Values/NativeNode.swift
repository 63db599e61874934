import JSONParsing

/// A built-in function of its input and single arguments, such as `ascii_downcase` or `ltrimstr($x)`.
final class NativeNode: Node {
    private let function: @Sendable (JSONValue, [JSONValue], Run) throws -> JSONValue
    /// Whether the function looks at a part of its input only, or charges for it. It receives large inputs undecoded.
    private let looksOnly: Bool
    private let arguments: [any Node]
    let isSingle: Bool

    init(
        _ arguments: [any Node], looksOnly: Bool = false, _ function: @escaping @Sendable (JSONValue, [JSONValue], Run) throws -> JSONValue
    ) {
        self.function = function
        self.looksOnly = looksOnly
        self.arguments = arguments
        isSingle = arguments.allSatisfy(\.isSingle)
    }

    var isSimple: Bool { isSingle }

    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue {
        if !looksOnly { try run.charge(for: input) }
        let mark = run.unheldBytes
        let values = arguments.isEmpty ? [] : try values(of: input, scope, run)
        let output = try function(looksOnly ? input : try run.decodedIfLarge(input), values, run)
        // Some functions nest their input in new containers, such as `to_entries`.
        switch output {
        case .array, .object:
            try run.chargeResult(output)
            try run.checkDepth(of: output)
        case .string:
            // Intermediate values are no longer in use, and the output is counted once.
            run.release(to: mark)
            try run.chargeResult(output)
        case .null, .bool, .number: run.release(to: mark)  // intermediate values are no longer in use
        case .text: break
        }
        return output
    }

    /// The values of the arguments. If several fail, the error is that of the last one.
    private func values(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> [JSONValue] {
        if arguments.count == 1 { return [try arguments[0].value(of: input, scope, run)] }
        return Array(try arguments.reversed().map { try $0.value(of: input, scope, run) }.reversed())
    }
}
