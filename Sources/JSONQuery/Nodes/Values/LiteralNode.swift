import JSONParsing

/// A literal of the program.
final class LiteralNode: Node {
    let literal: JSONValue

    init(_ literal: JSONValue) { self.literal = literal }

    var isSingle: Bool { true }
    var isSimple: Bool { true }
    func value(of input: JSONValue, _ scope: Scope?, _ run: Run) throws -> JSONValue { literal }
}
