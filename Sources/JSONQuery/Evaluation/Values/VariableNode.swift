import JSONParsing

/// `$name`
final class VariableNode: Node {
    let levels: Int

    init(levels: Int) { self.levels = levels }

    var isSingle: Bool { true }
    var isSimple: Bool { true }
    func value(of input: JSONValue, _ scope: Scope?, _ budget: QueryBudget) throws -> JSONValue { scope.value(levels) }
}
