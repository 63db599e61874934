import JSONParsing

/// `reverse`. An array without another owner changes in place.
///
/// Gain of the change in place: a quarter of `[range(1e6)] | reverse`.
final class ReverseNode: Node {
    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> JSONValue {
        var value = input
        try transform(&value, scope, budget)
        return value
    }

    func transform(_ value: inout JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws {
        try budget.charge(for: value)
        if case .text = value { value = try budget.decoded(value) }
        guard case .array(var elements) = value else {
            // What has no length has no elements either.
            let length = try BuiltIns.length(value, budget).number?.double ?? 0
            guard length == 0 else { throw Access.cannotIndex(value, .number(JSONNumber(length - 1))) }
            value = .array([])
            return
        }
        try budget.checkRoom(for: MemorySize.array(elements.count))
        value = .null
        let address = MemorySize.address(of: elements)
        elements.reverse()
        try budget.chargeChange(of: elements, since: address)
        value = .array(elements)
    }
}
