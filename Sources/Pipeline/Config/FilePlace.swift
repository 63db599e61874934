package import JSONParsing

/// A place in a pipeline file, or in a file with a jq program.
package struct FilePlace: Equatable, Sendable, CustomStringConvertible {
    package let file: String
    /// Counted from 1.
    package let line: Int
    /// Counted from 1, in characters.
    package let column: Int
    /// The path of the option, such as `source.from`.
    package let path: String

    package init(file: String, line: Int, column: Int, path: String) {
        self.file = file
        self.line = line
        self.column = column
        self.path = path
    }

    /// The place in messages, such as `p.json:1:33 (source.from)`.
    package var description: String { "\(file):\(line):\(column) (\(path))" }

    /// The place as fields of a JSON message, for `--log-format json`.
    package var fields: JSONObject {
        [
            "file": .string(file.printable), "line": .number(JSONNumber(line)), "column": .number(JSONNumber(column)),
            "path": .string(path.printable),
        ]
    }
}
