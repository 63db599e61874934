import JSONParsing

/// A node that notes on an error where the piece of the program stands that it was compiled from. The innermost such piece counts.
final class PlacedNode: Node {
    private let node: any Node
    private let place: Range<Int>
    let isSingle: Bool
    let isSimple: Bool

    /// - Parameter place: Bytes of the source.
    init(_ node: any Node, _ place: Range<Int>) {
        self.node = node
        self.place = place
        isSingle = node.isSingle
        isSimple = node.isSimple
    }

    private func noting<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw QueryRuntimeError(wrapping: error).placed(at: place)
        }
    }

    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue {
        try noting { try node.value(of: input, scope, run) }
    }

    func each(_ input: JSONValue, _ scope: Scope?, _ run: Run, _ body: (consuming JSONValue) throws -> Bool) throws {
        try noting { try node.each(input, scope, run, body) }
    }

    func step(_ machine: inout Machine) throws {
        do {
            try node.step(&machine)
        } catch {
            throw QueryRuntimeError(wrapping: error).placed(at: place)
        }
    }
}
