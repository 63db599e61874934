import JSONParsing

/// A section of a pipe of simple stages: single stages, the generator behind them, and the section for its outputs.
///
/// A linked list instead of an array, as ``LiteralKeyMembers`` and for the same reason.
///
/// Gain: 4.5 % of `.messages[] | select(.content_loaded == false) | {id, from, blurb}`. Together with ``Node/each(_:_:_:_:)`` of `.[]`,
/// `if`, `limit` and `range`, which are of use in loops on the stack only: 6.7 % of `.id, .subject, (.messages[] | .from, .blurb)`,
/// 5.4 % of `{id, n: (.messages | length), from: ([.messages[].from] | unique)}`, 1.7 % of the export run t2.
final class PipeSection: Sendable {
    /// Limit of linked sections, because ARC releases them recursively.
    private static let maxGenerators = 100

    private let singles: (any Node)?
    private let generator: (any Node)?
    private let next: PipeSection?
    /// The generator and all stages behind it.
    private let rest: ArraySlice<any Node>

    /// - Returns: nil if the stages have too many generators for linked sections.
    convenience init?(_ stages: ArraySlice<any Node>) {
        guard stages.count(where: { !$0.isSingle }) <= Self.maxGenerators else { return nil }
        self.init(all: stages)
    }

    private init(all stages: ArraySlice<any Node>) {
        let singles = stages.prefix(while: \.isSingle)
        self.singles = singles.count > 1 ? PipeNode(Array(singles)) : singles.first
        rest = stages.dropFirst(singles.count)
        generator = rest.first
        next = rest.count > 1 ? PipeSection(all: rest.dropFirst()) : nil
    }

    /// - Returns: Whether further outputs are wanted.
    func each(_ input: consuming JSONValue, _ scope: Scope?, _ budget: QueryBudget, _ body: (consuming JSONValue) throws -> Bool) throws
        -> Bool
    {
        var value = input
        try singles?.transform(&value, scope, budget)
        guard let generator else { return try body(value) }
        var isWanted = true
        // Each generator of a long pipe is a level of recursion.
        guard budget.stack.hasPlenty else {
            try PipeNode(Array(rest), isForMachine: true).eachOnMachine(value, scope, budget) { output in
                isWanted = try body(output)
                return isWanted
            }
            return isWanted
        }
        try generator.each(value, scope, budget) { output in
            isWanted = if let next { try next.each(output, scope, budget, body) } else { try body(output) }
            return isWanted
        }
        return isWanted
    }
}
