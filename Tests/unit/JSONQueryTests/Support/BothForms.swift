import JSONParsing
import JSONQuery

/// A program compiled twice: as usual, and without its fast paths.
struct BothForms {
    private let isComparable: Bool
    private let usual: Query
    private let general: Query

    init(_ program: String) throws(QueryError) {
        isComparable = !program.contains("now")  // the clock goes on between the two runs
        usual = try Query(program)
        general = try Query(program, usesFastPaths: false)
    }

    /// How the two runs differ in outputs or error; nil if they are equal. Limits count steps, of which the two take different numbers, so
    /// that a run which reaches a limit is not compared.
    func difference(on input: JSONValue, limits: QueryLimits = .standard) -> String? {
        let usual = Self.outcome(of: self.usual, on: input, limits)
        let general = Self.outcome(of: self.general, on: input, limits)
        guard isComparable, let usual, let general, usual != general else { return nil }
        return "as usual \(usual), without fast paths \(general)"
    }

    /// The outputs and the error's message; nil if the run reached a limit.
    private static func outcome(of query: Query, on input: JSONValue, _ limits: QueryLimits) -> String? {
        var lines: [String] = []
        do {
            try query.run(input, limits: limits) { lines.append($0.compactText) }
        } catch let error as QueryRuntimeError {
            if error.isLimit { return nil }
            lines.append("error: \(error.message)")
        } catch {
            lines.append("error: \(error)")
        }
        return lines.joined(separator: "\n")
    }
}
