internal import JSONParsing

/// Where a jq program failed.
package struct ProgramPlace: Sendable, Equatable {
    /// Bytes of a sub-expression that messages show.
    private static let maxExpression = 100

    /// The file that the program stands in.
    package let file: String
    /// From 1; columns in characters.
    package let line: Int
    package let column: Int
    /// The option that holds the program, such as `stages[1].fields.b`.
    package let option: String
    /// The sub-expression in which the error arose.
    package let expression: String

    /// The place in one line: `file:line:column: option: expression`.
    package var text: String { "\(file):\(line):\(column): \(option): \(shortExpression)" }

    /// The place as the rejects file has it.
    var json: JSONValue {
        [
            "file": .string(file), "line": .number(JSONNumber(line)), "column": .number(JSONNumber(column)), "option": .string(option),
            "expression": .string(shortExpression),
        ]
    }

    private var shortExpression: String {
        guard expression.utf8.count > Self.maxExpression else { return expression }
        return String(expression.prefix(Self.maxExpression)) + "…"
    }
}
