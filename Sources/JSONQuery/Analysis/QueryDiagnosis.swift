import Synchronization

/// A program compiled with the source range of each piece, to find where an error arose. It runs slower, so it is compiled only after a
/// run has failed. A class, because copies of a query share it.
final class QueryDiagnosis: Sendable {
    /// Whether the program is only the part of its source after the leading path.
    let isRest: Bool
    private let source: String
    let environment: QueryEnvironment
    /// Outer nil: not compiled yet. Inner nil: the program could not be compiled.
    private let compiled = Mutex<(any Node)??>(nil)

    init(_ source: String, isRest: Bool, _ environment: QueryEnvironment) {
        self.source = source
        self.isRest = isRest
        self.environment = environment
    }

    /// The program; nil if it is too large with its places.
    var node: (any Node)? {
        compiled.withLock { compiled in
            if let known = compiled { return known }
            let made = try? make()
            compiled = .some(made)
            return made
        }
    }

    private func make() throws -> (any Node)? {
        var parser = try Parser(source, notesPlaces: true)
        let syntax = try parser.program()
        guard isRest else { return try Compiler.compile(syntax, environment, notesPlaces: true).node }
        return try PathPrefix.split(syntax)?.rest.map { rest throws in
            try Compiler.compile(rest, environment, notesPlaces: true).node
        }
    }
}
