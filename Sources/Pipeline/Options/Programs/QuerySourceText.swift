internal import JSONParsing
internal import JSONQuery

/// The text of a jq program or of definitions: a string, or the lines of a list. It knows the place of each part in a file.
struct QuerySourceText: Sendable {
    /// A string, which begins on a line of its own.
    private struct SourceString: Sendable {
        /// The offset of the string in the whole text, in bytes.
        let start: Int
        let text: String
        let value: ConfigValue
        /// The path in the pipeline file, such as `definitions[2]`.
        let path: String
        /// The file with the string, or the file whose content it is.
        let file: ConfigFile

        /// Whether the string is the content of a file of its own.
        var isFile: Bool { value.contentFile != nil }
    }

    /// The text of the jq program: all pieces, joined by line ends.
    let source: String
    private let pieces: [SourceString]

    /// - Parameters:
    ///   - texts: Strings with their paths.
    ///   - file: The file with the strings.
    init(_ texts: [(value: ConfigValue, path: String)], in file: ConfigFile) {
        var pieces: [SourceString] = []
        var start = 0
        for (value, path) in texts {
            guard case .string(let text) = value.content else { continue }
            let file = value.contentFile.map { ConfigFile(name: $0, text: Array(text.utf8)) } ?? file
            pieces.append(SourceString(start: start, text: text, value: value, path: path, file: file))
            start += text.utf8.count + 1
        }
        self.pieces = pieces
        source = pieces.map(\.text).joined(separator: "\n")
    }

    /// The node that a secret text came from, such as `$env.PROGRAM`; nil if no part is secret.
    var secretName: String? { pieces.lazy.compactMap(\.value.programSecret).first }

    /// The place of a byte of the text, for an error at run time.
    ///
    /// - Parameters:
    ///   - offset: Bytes from the start of the text.
    ///   - option: The path of the option with the program.
    func place(ofByte offset: Int, option: String) -> FilePlace {
        guard let piece = piece(at: offset) else { return FilePlace(file: "", line: 1, column: 1, path: option) }
        let start = max(0, offset - piece.start)
        let position = JSONPosition(
            offset: piece.isFile ? start : piece.value.rangeOfCharacter(at: start).lowerBound, in: piece.file.text)
        return FilePlace(file: piece.file.name, line: position.line, column: position.column, path: option)
    }

    /// The file and the line in it for a line of the text, counted from 0.
    func place(ofLine line: Int) -> (file: String, line: Int) {
        var left = line
        for piece in pieces {
            let count = piece.text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
            if left < count {
                // A JSON string stands on one line of the file, even if it contains escaped line feeds.
                let first = piece.isFile ? 0 : piece.value.range.lowerBound
                return (piece.file.name, JSONPosition(offset: first, in: piece.file.text).line + (piece.isFile ? left : 0))
            }
            left -= count
        }
        return (pieces.last?.file.name ?? "", line + 1)
    }

    /// The problem at a byte of the text. Its place accounts for JSON escapes.
    func diagnostic(_ message: String, atByte offset: Int, path: String, help: String? = nil) -> Diagnostic {
        guard let piece = piece(at: offset) else { return Diagnostic(message, at: nil, path: path, help: help) }
        let start = min(offset - piece.start, piece.text.utf8.count)
        if piece.isFile { return Diagnostic(message, at: max(0, start)..<max(0, start) + 1, path: piece.path, help: help, in: piece.file) }
        return Diagnostic(message, at: piece.value.rangeOfCharacter(at: start), path: piece.path, help: help)
    }

    /// The part that contains a byte; the first one for a negative offset.
    private func piece(at offset: Int) -> SourceString? { pieces.last { $0.start <= offset } ?? pieces.first }
}

/// The file and option that a jq program was read from. It translates offsets in the program into places in the file.
struct QueryFileOrigin: Sendable {
    /// The path of the option, such as `stages[1].fields.b`.
    let option: String
    private let text: QuerySourceText
    /// The offset of the program in the text, in bytes.
    private var start = 0

    /// The origin of a program that is the whole text of an option.
    init(_ text: QuerySourceText, option: String) {
        self.text = text
        self.option = option
    }

    /// Returns the origin of a program that begins later in the same text.
    func moved(by bytes: Int) -> QueryFileOrigin {
        var origin = self
        origin.start += bytes
        return origin
    }

    /// The file, and the line in it for a line of the program, counted from 0.
    func line(_ line: Int) -> (file: String, line: Int) {
        text.place(ofLine: line + text.source.utf8.prefix(start).count { $0 == UInt8(ascii: "\n") })
    }

    /// Returns the place of a part of the program.
    ///
    /// - Parameters:
    ///   - piece: A range of bytes in the program; nil for the whole program.
    ///   - source: The text of the program.
    func place(of piece: Range<Int>?, in source: String) -> QueryErrorPlace {
        let bytes = Array(source.utf8)
        let range = piece ?? 0..<bytes.count
        let expression = String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
        return QueryErrorPlace(
            position: text.place(ofByte: start + range.lowerBound, option: option), expression: expression.trimmingSpaces)
    }
}

/// The jq functions that a pipeline file defines for all of its programs, with the places of their texts.
struct FileQueryDefinitions: Sendable {
    /// A placeholder for definitions whose fault was already reported.
    static let faulty = FileQueryDefinitions()

    /// nil if the definitions have a fault.
    let functions: QueryDefinitions?
    private let text: QuerySourceText?

    private init() {
        functions = nil
        text = nil
    }

    /// Compiles definitions.
    ///
    /// - Parameters:
    ///   - text: The text of the option.
    ///   - values: The values that the definitions can use.
    /// - Throws: ``QueryError`` with the place of the first fault in `text`.
    init(_ text: QuerySourceText, values: QueryConstants) throws(QueryError) {
        self.text = text
        functions = try QueryDefinitions(text.source, functions: values.functions, variables: values.variables) { line in
            text.place(ofLine: line - 1)
        }
    }

    /// The place of a part of the definitions, for an error at run time.
    ///
    /// - Parameters:
    ///   - range: The part, in bytes of the source.
    ///   - option: The path of the option with the program that called them.
    func place(of range: Range<Int>, option: String) -> QueryErrorPlace? {
        text.map { QueryFileOrigin($0, option: option).place(of: range, in: $0.source) }
    }
}
