import JSONParsing

/// A part of a pipe of simple stages: those with one output, the generator behind them, and what goes on with its outputs.
///
/// Each knows the next one, as ``LiteralKeyMembers`` do and for the same reason.
final class PipeSection: Sendable {
    /// To let go of sections recurses as deep as they are many.
    private static let maxGenerators = 100

    private let singles: (any Node)?
    private let generator: (any Node)?
    private let next: PipeSection?
    /// The generator and all behind it.
    private let rest: ArraySlice<any Node>

    /// - Returns: nil if there are so many generators that sections which know each other would be too deep.
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
    func each(_ input: consuming JSONValue, _ scope: Scope?, _ run: Run, _ body: (consuming JSONValue) throws -> Bool) throws -> Bool {
        var value = input
        try singles?.transform(&value, scope, run)
        guard let generator else { return try body(value) }
        var isWanted = true
        // Each generator of a long pipe takes some stack.
        guard run.stack.hasPlenty else {
            try PipeNode(Array(rest), isForMachine: true).eachOnMachine(value, scope, run) { output in
                isWanted = try body(output)
                return isWanted
            }
            return isWanted
        }
        try generator.each(value, scope, run) { output in
            isWanted = if let next { try next.each(output, scope, run, body) } else { try body(output) }
            return isWanted
        }
        return isWanted
    }
}
