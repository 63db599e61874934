internal import JSONParsing

/// The failure of a jq program for one record, with the place in the program.
///
/// Package access: only the JSON source rewords the error of its program; plug-ins pass it to ``RecordWriter/refuse(_:because:)``.
package struct RecordQueryError: Error, Sendable, CustomStringConvertible {
    /// The error in one sentence.
    package let reason: String
    package let place: QueryErrorPlace

    /// The reason and the place.
    package var description: String { "\(reason) (\(place.text))" }
}

/// The place of a failed jq program, and the part of the program that failed.
package struct QueryErrorPlace: Sendable, Equatable {
    /// The largest part of a program that messages quote, in characters.
    private static let maxExpression = 100

    /// The place of the failed part. Its path is that of the option that holds the program, such as `stages[1].fields.b`.
    package let position: FilePlace
    /// The part of the program that failed.
    package let expression: String
    /// The value that this part failed on, with its path in the record if that is known, such as `.messages[3].date: number (7)`.
    var input: String?

    /// The place in one line: `file:line:column: option: expression; input .path: kind (value)`.
    package var text: String {
        "\(position.file):\(position.line):\(position.column): \(position.path): \(shortExpression)" + (input.map { "; input \($0)" } ?? "")
    }

    /// The value of `at` in a line of the rejects file.
    var json: JSONValue {
        var place: JSONObject = [
            "file": .string(position.file), "line": .number(JSONNumber(position.line)), "column": .number(JSONNumber(position.column)),
            "option": .string(position.path), "expression": .string(shortExpression),
        ]
        if let input { place["input"] = .string(input) }
        return .object(place)
    }

    private var shortExpression: String {
        guard expression.utf8.count > Self.maxExpression else { return expression }
        return String(expression.prefix(Self.maxExpression)) + "…"
    }
}
