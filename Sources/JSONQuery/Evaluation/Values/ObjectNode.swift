import JSONParsing

/// `{a: f, (g): h}` with single members.
final class ObjectNode: Node {
    private struct Entry {
        let key: any Node
        /// The key, if it is a literal.
        let name: String?
        let value: any Node
    }

    private let entries: [Entry]
    /// The members if all keys are distinct literals, which need no lookup; nil otherwise.
    private let distinct: [LiteralKeyMembers]?
    /// Memory of the object without its values, in bytes.
    private let size: Int

    init(_ entries: [(key: any Node, value: any Node)]) {
        self.entries = entries.map { Entry(key: $0.key, name: ($0.key as? LiteralNode)?.literal.string, value: $0.value) }
        size = MemorySize.object(entries.count)
        let spelled = self.entries.compactMap { entry in entry.name.map { (name: $0, value: entry.value) } }
        let areDistinct = Set(spelled.map { Array($0.name.utf8) }).count == entries.count
        distinct = areDistinct ? LiteralKeyMembers.inRows(spelled) : nil
    }

    var isSingle: Bool { true }
    var isSimple: Bool { true }

    func value(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget) throws -> JSONValue {
        try budget.allocate(size)
        var object = JSONObject()
        object.reserveCapacity(entries.count)
        if let distinct {
            for members in distinct { try members.append(of: input, scope, budget, to: &object) }
        } else {
            for entry in entries {
                // An error of the value is reported before the error of a key that is no string.
                let key = entry.name == nil ? try entry.key.value(of: input, scope, budget) : .null
                let value = try entry.value.value(of: input, scope, budget)
                object[try entry.name ?? name(key, budget)] = value
            }
        }
        let result = JSONValue.object(object)
        try budget.checkDepth(of: result)
        return result
    }

    private func name(_ key: JSONValue, _ budget: QueryBudget) throws -> String {
        try budget.charge(for: key)
        guard let string = key.string else { throw ValueAccess.cannotUseAsKey(key) }
        return string
    }
}

/// A member of an object construction with a literal key, linked to the next member.
///
/// A linked list instead of an array: access to a constant property needs no retain, access to an array element does.
///
/// Saves 2.6 % of the export run t2 (Benchmarks/README.md), which builds an object of seven members for each message. That is below the 5 %
/// of other fast paths, but the instruction counts of the export runs are fixed within 1 %.
private final class LiteralKeyMembers: Sendable {
    /// Limit of linked members, because appending recurses.
    private static let rowLength = 16

    private let name: String
    private let value: any Node
    private let next: LiteralKeyMembers?

    private init(_ member: (name: String, value: any Node), next: LiteralKeyMembers?) {
        name = member.name
        value = member.value
        self.next = next
    }

    /// The first member of each row.
    static func inRows(_ members: [(name: String, value: any Node)]) -> [LiteralKeyMembers] {
        stride(from: 0, to: members.count, by: rowLength).compactMap { start in
            members[start...].prefix(rowLength).reversed().reduce(nil) { next, member in LiteralKeyMembers(member, next: next) }
        }
    }

    /// Appends the row to an object that has none of its keys.
    func append(of input: JSONValue, _ scope: RuntimeScope?, _ budget: QueryBudget, to object: inout JSONObject) throws {
        object.appendNew(try value.value(of: input, scope, budget), for: name)
        try next?.append(of: input, scope, budget, to: &object)
    }
}
