internal import JSONParsing
internal import JSONQuery

/// The jq functions that a pipeline file defines for all of its programs, with the places of their texts.
struct ProgramDefinitions: Sendable {
    /// A text: the whole value of the option, or one line of its list.
    private struct Piece: Sendable {
        /// The offset of the text in the source of the definitions, in bytes.
        let start: Int
        let text: String
        let value: ConfigValue
        /// The path in the pipeline file, such as `definitions[2]`.
        let path: String
        let file: ConfigFile
    }

    /// Stands for definitions with a fault that was reported.
    static let faulty = ProgramDefinitions()

    /// nil if the definitions have a fault.
    let functions: QueryDefinitions?
    private let pieces: [Piece]

    private init() {
        functions = nil
        pieces = []
    }

    /// Compiles definitions.
    ///
    /// - Parameters:
    ///   - texts: Strings, each of which begins on a line of its own.
    ///   - file: The pipeline file.
    ///   - values: The values that the definitions can use.
    /// - Throws: ``Diagnostic`` with the place of the first fault.
    init(_ texts: [(value: ConfigValue, path: String)], in file: ConfigFile, values: ProgramValues) throws(Diagnostic) {
        var pieces: [Piece] = []
        var start = 0
        for (value, path) in texts {
            guard case .string(let text) = value.content else { continue }
            let file = value.contentFile.map { ConfigFile(name: $0, text: Array(text.utf8)) } ?? file
            pieces.append(Piece(start: start, text: text, value: value, path: path, file: file))
            start += text.utf8.count + 1
        }
        let all = pieces
        self.pieces = all
        let source = all.map(\.text).joined(separator: "\n")
        do throws(QueryError) {
            functions = try QueryDefinitions(source, variables: values.variables) { line in Self.place(ofLine: line, in: all) }
        } catch {
            // The fault of the parameters was reported, and is the likely reason.
            guard error.unknownVariable != nil, values.isFaulty else { throw Self.diagnostic(of: error, in: all, values) }
            functions = nil
        }
    }

    /// The place of a part of the definitions, for an error at run time.
    ///
    /// - Parameters:
    ///   - range: The part, in bytes of the source.
    ///   - option: The path of the option with the program that called them.
    func place(of range: Range<Int>, option: String) -> ProgramPlace? {
        guard let piece = Self.piece(at: range.lowerBound, in: pieces) else { return nil }
        let start = range.lowerBound - piece.start
        return Self.origin(of: piece, option: option)
            .place(of: start..<max(start, min(range.upperBound - piece.start, piece.text.utf8.count)), in: piece.text)
    }

    private static func origin(of piece: Piece, option: String) -> ProgramOrigin {
        piece.value.contentFile == nil
            ? ProgramOrigin(piece.value, in: piece.file.name, text: piece.file.text, option: option)
            : ProgramOrigin(file: piece.file.name, text: piece.text, option: option)
    }

    private static func piece(at offset: Int, in pieces: [Piece]) -> Piece? { pieces.last { $0.start <= offset } ?? pieces.first }

    /// The file and the line in it for a line of the source.
    private static func place(ofLine line: Int, in pieces: [Piece]) -> (file: String, line: Int) {
        var left = line - 1
        for piece in pieces {
            let count = piece.text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
            if left < count { return origin(of: piece, option: "").line(left) }
            left -= count
        }
        return ("", line)
    }

    private static func diagnostic(of error: QueryError, in pieces: [Piece], _ values: ProgramValues) -> Diagnostic {
        let message = values.message(for: error, in: pieces.map(\.text).joined(separator: "\n"))
        guard let piece = piece(at: error.offset, in: pieces) else { return Diagnostic(message, at: nil, path: "definitions") }
        let offset = min(error.offset - piece.start, piece.text.utf8.count)
        guard piece.value.contentFile != nil else {
            return Diagnostic(message, at: piece.value.rangeOfCharacter(at: offset), path: piece.path)
        }
        return Diagnostic(message, at: offset..<offset + 1, path: piece.path, in: piece.file)
    }
}
