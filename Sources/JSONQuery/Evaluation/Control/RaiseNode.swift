import JSONParsing

/// Raises an error.
final class RaiseNode: Node {
    private let error: QueryRuntimeError

    init(_ error: QueryRuntimeError) { self.error = error }

    var isSingle: Bool { false }
    var isSimple: Bool { true }
    func step(_ machine: inout Machine) throws { throw error }
}
