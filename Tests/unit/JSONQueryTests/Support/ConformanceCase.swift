import Foundation
import JSONParsing
import JSONQuery
import TestSupport
import Testing

/// One case of jq's own tests.
struct ConformanceCase: Sendable, CustomTestStringConvertible {
    let index: Int
    let program: String
    let input: String
    let outputs: [String]
    let mustFail: Bool

    var testDescription: String { "\(index): \(program)" }

    static func all() throws -> [ConformanceCase] {
        let bytes = Array(try SharedData.read("jq/cases.json"))
        return try (JSONValue(parsing: bytes).array ?? []).map { entry in
            ConformanceCase(
                index: Int(try entry.member("index")?.number?.int64 ?? -1),
                program: try entry.member("program")?.string ?? "",
                input: try entry.member("input")?.string ?? "null",
                outputs: try entry.member("outputs")?.array?.compactMap(\.string) ?? [],
                mustFail: try entry.member("fails")?.bool ?? false)
        }
    }

    /// The difference between result and expectation; nil if there is none.
    func failure(limits: QueryLimits) -> String? {
        let query: Query
        do {
            query = try Query(program)
        } catch {
            return mustFail ? nil : "does not compile: \(error)"
        }
        if mustFail { return "compiles" }
        var found: [JSONValue] = []
        var end = ""
        do {
            try query.run(try value(input), limits: limits) { found.append($0) }
        } catch {
            end = " and then \(error)"
        }
        do {
            let wanted = try outputs.map { try value($0) }
            let isRight = try wanted.count == found.count && zip(wanted, found).allSatisfy { try JSONValue.jqOrder($0, $1) == 0 }
            return isRight ? nil : "gives \(found.map(\.compactText).joined(separator: " "))\(end), not \(outputs.joined(separator: " "))"
        } catch {
            return "cannot be compared: \(error)"
        }
    }

    /// How the results of the two forms of the program differ; nil if they are equal or there is no program or input to run.
    func differenceOfForms() -> String? {
        guard let both = try? BothForms(program), let input = try? value(input) else { return nil }
        return both.difference(on: input, limits: QueryLimits(maxDepth: 20_000))
    }

    /// Inputs may begin with a byte order mark.
    private func value(_ text: String) throws -> JSONValue {
        try JSONValue(parsing: text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text)
    }
}
