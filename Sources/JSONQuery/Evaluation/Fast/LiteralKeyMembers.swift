import JSONParsing

/// A member of an object construction with a literal key, linked to the next member.
///
/// A linked list instead of an array: access to a constant property needs no retain, access to an array element does.
///
/// Gain: 2.6 % of the export run t2, which builds an object of seven members a message. Below the 5 % of other fast paths, but the
/// instruction counts of the export runs are fixed within 1 %.
final class LiteralKeyMembers: Sendable {
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
    func append(of input: JSONValue, _ scope: Scope?, _ budget: QueryBudget, to object: inout JSONObject) throws {
        object.appendNew(try value.value(of: input, scope, budget), for: name)
        try next?.append(of: input, scope, budget, to: &object)
    }
}
