import JSONParsing

/// A member of an object, its key spelled in the program, and the members behind it.
///
/// Each knows the next one because what a constant holds needs no owner more while it is used; what an array gives out does. With
/// ``PipeSection`` and ``FieldsNode``, which do the same, that saves a run that builds objects of seven members 2.5 %.
final class LiteralKeyMembers: Sendable {
    /// How many know each other: to append a row recurses as deep.
    private static let rowLength = 16

    private let name: String
    private let value: any Node
    private let next: LiteralKeyMembers?

    private init(_ member: (name: String, value: any Node), next: LiteralKeyMembers?) {
        name = member.name
        value = member.value
        self.next = next
    }

    /// The first of each row.
    static func inRows(_ members: [(name: String, value: any Node)]) -> [LiteralKeyMembers] {
        stride(from: 0, to: members.count, by: rowLength).compactMap { start in
            members[start...].prefix(rowLength).reversed().reduce(nil) { next, member in LiteralKeyMembers(member, next: next) }
        }
    }

    /// Appends the row to an object that has none of its keys.
    func append(of input: JSONValue, _ scope: Scope?, _ run: Run, to object: inout JSONObject) throws {
        object.appendNew(try value.value(of: input, scope, run), for: name)
        try next?.append(of: input, scope, run, to: &object)
    }
}
