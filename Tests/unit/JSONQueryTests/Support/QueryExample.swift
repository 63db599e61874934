import JSONParsing
import JSONQuery
import Testing

/// A program, an input, and what comes of them: outputs as compact text, and perhaps an error behind them.
struct QueryExample: Sendable, CustomTestStringConvertible {
    let name: String
    let program: String
    let input: String
    let outputs: [String]
    let error: String?

    init(_ name: String, _ program: String, of input: String = "null", gives outputs: [String], error: String? = nil) {
        self.name = name
        self.program = program
        self.input = input
        self.outputs = outputs
        self.error = error
    }

    init(_ name: String, _ program: String, of input: String = "null", gives output: String) {
        self.init(name, program, of: input, gives: [output])
    }

    init(_ name: String, _ program: String, of input: String = "null", fails error: String) {
        self.init(name, program, of: input, gives: [], error: error)
    }

    var testDescription: String { name }

    /// Runs the program and compares.
    func check(limits: QueryLimits = .standard) throws {
        let (found, end) = try Self.run(try Query(program), try JSONValue(parsing: input), limits: limits)
        #expect(found == outputs)
        #expect(end == error)
    }

    /// The outputs as compact text, and the message of the error that ended them.
    static func run(_ query: Query, _ input: JSONValue, limits: QueryLimits = .standard) throws -> (outputs: [String], error: String?) {
        var found: [String] = []
        do {
            try query.run(input, limits: limits) { found.append($0.compactText) }
        } catch let error as QueryRuntimeError {
            return (found, error.message)
        }
        return (found, nil)
    }
}
