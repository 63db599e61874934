package import JSONParsing

/// One problem of a pipeline file.
package struct Diagnostic: Error, Equatable, Sendable {
    package let message: String
    /// The place in bytes from the start of the file; nil if the problem concerns the whole file.
    package let range: Range<Int>?
    /// The path of the value, such as `stages[2].type`.
    package let path: String
    package let help: String?
    /// The file of ``range``; nil for the pipeline file.
    let other: ConfigFile?

    package init(_ message: String, at range: Range<Int>?, path: String, help: String? = nil, in other: ConfigFile? = nil) {
        self.other = other
        self.message = message
        self.range = range
        self.path = path
        self.help = help
    }

    /// Returns the same problem with the file that its range refers to. A problem that already names another file stays unchanged.
    func placed(in file: ConfigFile) -> Diagnostic {
        other == nil ? Diagnostic(message, at: range, path: path, help: help, in: file) : self
    }

    /// Returns the same problem with secrets masked.
    func masked(by secrets: SecretValues) -> Diagnostic {
        Diagnostic(secrets.masked(message), at: range, path: secrets.masked(path), help: help.map { secrets.masked($0) }, in: other)
    }
}

/// A place in a pipeline file, or in a file with a jq program.
package struct FilePlace: Equatable, Sendable, CustomStringConvertible {
    package let file: String
    /// The line, counted from 1.
    package let line: Int
    /// The column, counted from 1, in characters.
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

/// The name and text of a pipeline file, or of a file that it uses, for messages with a line and a caret.
package struct ConfigFile: Equatable, Sendable {
    let name: String
    let text: [UInt8]

    /// The start of a range as `file:line:column`.
    func place(of range: Range<Int>) -> String {
        let position = JSONPosition(offset: range.lowerBound, in: text)
        return "\(name):\(position.line):\(position.column)"
    }
}
