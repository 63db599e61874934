import JSONParsing

/// `sort_by(f)`, `group_by(f)` and their like with a single key, which needs no array around it.
///
/// Gain over the definition in the prelude: see Benchmarks/README.md.
final class OrderingNode: Node {
    private let ordering: Ordering
    /// nil for `.`: the elements are the keys.
    private let key: (any Node)?

    /// - Parameter key: A single node.
    init(_ ordering: Ordering, by key: any Node) {
        self.ordering = ordering
        self.key = key is IdentityNode ? nil : key
    }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue {
        try run.charge(for: input)
        let elements: [JSONValue]
        switch try run.decoded(input) {
        case .array(let array): elements = array
        // Their keys may fail before the function refuses the object.
        case .object(let object): elements = object.map(\.value)
        default: throw Access.cannotIterate(input)
        }
        let output = try ordering.apply(to: input, by: try key.map { try keys($0, elements, scope, run) }, run)
        try run.chargeResult(output)
        // A group is a level more.
        try run.checkDepth(of: output)
        return output
    }

    private func keys(_ key: any Node, _ elements: [JSONValue], _ scope: Scope?, _ run: Run) throws -> [JSONValue] {
        var keys: [JSONValue] = []
        var heldMemory = HeldMemory(run)
        for element in elements {
            try run.step()
            try heldMemory.append(try key.value(of: element, scope, run), to: &keys)
            heldMemory.releaseRest()
        }
        heldMemory.finish()
        return keys
    }
}
