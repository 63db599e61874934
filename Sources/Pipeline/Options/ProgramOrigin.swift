internal import JSONParsing

/// The file and option that a jq program was read from. It translates offsets in the program into places in the file.
struct ProgramOrigin: Sendable {
    private let file: String
    /// The path of the option, such as `stages[1].fields.b`.
    let option: String
    /// The text of the file.
    private let text: [UInt8]
    /// The string that holds the program; nil if the program is the whole file.
    private let value: ConfigValue?
    /// The offset of the program in the string, in bytes.
    private var start = 0

    /// The origin of a program in a string of a pipeline file. A parameter from the command line has the place that uses it.
    init(_ value: ConfigValue, in file: String, text: [UInt8], option: String) {
        self.file = file
        self.option = option
        self.text = text
        self.value = value
    }

    /// The origin of a program in a file of its own.
    init(file: String, text: String, option: String) {
        self.file = file
        self.option = option
        self.text = Array(text.utf8)
        value = nil
    }

    /// Returns the origin of a program that begins later in the same string.
    func moved(by bytes: Int) -> ProgramOrigin {
        var origin = self
        origin.start += bytes
        return origin
    }

    /// The file, and the line in it for a line of the program, counted from 0.
    func line(_ line: Int) -> (file: String, line: Int) {
        // A string in JSON is one line, whatever it holds.
        guard let value else { return (file, line + 1) }
        return (file, JSONPosition(offset: value.range.lowerBound, in: text).line)
    }

    /// Returns the place of a part of the program.
    ///
    /// - Parameters:
    ///   - piece: A range of bytes in the program; nil for the whole program.
    ///   - source: The text of the program.
    func place(of piece: Range<Int>?, in source: String) -> ProgramPlace {
        let bytes = Array(source.utf8)
        let range = piece ?? 0..<bytes.count
        let offset = value.map { $0.rangeOfCharacter(at: start + range.lowerBound).lowerBound } ?? start + range.lowerBound
        let position = JSONPosition(offset: offset, in: text)
        let expression = String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
        return ProgramPlace(
            position: FilePlace(file: file, line: position.line, column: position.column, path: option),
            expression: expression.trimmingSpaces)
    }
}
