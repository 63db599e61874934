import JSONParsing
import JSONQuery
import TestSupport

/// One case of gojq's tests, with what jq 1.8 gave.
struct GojqCase {
    let name: String
    let program: String
    let inputs: [String]
    let outputs: [String]
    /// Whether jq refused the program, or ended with an error.
    let fails: Bool

    static func all() throws -> [GojqCase] {
        try (JSONValue(parsing: Array(try SharedData.read("jq/gojq.json"))).array ?? []).map { entry in
            func texts(_ name: String) throws -> [String] { try entry.member(name)?.array?.compactMap(\.string) ?? [] }
            return GojqCase(
                name: try entry.member("name")?.string ?? "", program: try entry.member("program")?.string ?? "",
                inputs: try texts("inputs"), outputs: try texts("outputs"), fails: try entry.member("ends")?.string != "well")
        }
    }

    /// The difference between result and expectation; nil if there is none.
    func failure() throws -> String? {
        guard let wanted = try? outputs.map({ try JSONValue(parsing: $0) }) else { return "cannot be compared" }
        var found: [JSONValue] = []
        var error: String?
        do {
            let query = try Query(program)
            for input in inputs {
                do {
                    try query.run(try JSONValue(parsing: input)) { found.append(try JSONValue(parsing: $0.compactText)) }
                } catch let failure as QueryRuntimeError {
                    error = failure.message
                }
            }
        } catch let failure as QueryError {
            error = failure.message
        }
        let isRight = try wanted.count == found.count && zip(wanted, found).allSatisfy { try JSONValue.jqOrder($0, $1) == 0 }
        if isRight, fails == (error != nil) { return nil }
        return "gives \(found.map(\.compactText).joined(separator: " ")) \(error ?? ""), not \(outputs.joined(separator: " "))"
    }
}
