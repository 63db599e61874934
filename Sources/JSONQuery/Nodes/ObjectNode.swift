import JSONParsing

/// `{a: f, (g): h}` with single members.
final class ObjectNode: Node {
    private let entries: [(key: any Node, value: any Node)]

    init(_ entries: [(key: any Node, value: any Node)]) { self.entries = entries }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue {
        var object = JSONObject()
        for (key, value) in entries {
            let name: JSONValue
            if let literal = key as? LiteralNode { name = literal.literal } else { name = try key.value(of: input, scope, run) }
            guard let string = name.string else {
                throw QueryRuntimeError("Cannot use \(ValueText.described(name)) as object key")
            }
            object[string] = try value.value(of: input, scope, run)
        }
        let result = JSONValue.object(object)
        try run.checkDepth(of: result)
        return result
    }
}
