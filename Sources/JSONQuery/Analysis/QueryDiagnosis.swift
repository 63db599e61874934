import Synchronization

/// A program compiled with the places of its pieces, to find the one in which an error arose. Such a program is slower, so that it is
/// only made when a run has failed. A class, because copies of a query share it.
final class QueryDiagnosis: Sendable {
    /// Whether the program is what follows the leading path of its source.
    let isRest: Bool
    private let source: String
    /// nil: not compiled yet; inside: nil if it could not be compiled.
    private let compiled = Mutex<(any Node)??>(nil)

    init(_ source: String, isRest: Bool) {
        self.source = source
        self.isRest = isRest
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
        guard isRest else { return try Compiler.compile(syntax) }
        return try LeadingPath.split(syntax)?.rest.map { rest throws in try Compiler.compile(rest) }
    }
}
