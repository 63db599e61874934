internal import JSONParsing

/// Where a jq program comes from, to say where it failed.
struct ProgramOrigin: Sendable {
    private let file: String
    private let option: String
    /// The text of the file.
    private let text: [UInt8]
    /// The string that holds the program; nil if the program is all of the file.
    private let value: ConfigValue?
    /// Bytes of the string in front of the program.
    private var start = 0

    /// A program in a string of a pipeline file, or one whose text came from the command line into such a place.
    init(_ value: ConfigValue, in file: String, text: [UInt8], option: String) {
        self.file = file
        self.option = option
        self.text = text
        self.value = value
    }

    /// A program that is a file of its own.
    init(file: String, text: String, option: String) {
        self.file = file
        self.option = option
        self.text = Array(text.utf8)
        value = nil
    }

    /// The origin of a program that stands some bytes further on in the same text.
    func moved(by bytes: Int) -> ProgramOrigin {
        var origin = self
        origin.start += bytes
        return origin
    }

    /// The place of a piece of the program.
    ///
    /// - Parameters:
    ///   - piece: Bytes of the program; nil for all of it.
    ///   - source: The program.
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
