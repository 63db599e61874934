internal import JSONParsing

/// The file and option that a jq program was read from. It translates offsets in the program into places in the file.
struct ProgramOrigin: Sendable {
    /// The path of the option, such as `stages[1].fields.b`.
    let option: String
    private let text: ProgramText
    /// The offset of the program in the text, in bytes.
    private var start = 0

    /// The origin of a program that is the whole text of an option.
    init(_ text: ProgramText, option: String) {
        self.text = text
        self.option = option
    }

    /// Returns the origin of a program that begins later in the same text.
    func moved(by bytes: Int) -> ProgramOrigin {
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
    func place(of piece: Range<Int>?, in source: String) -> ProgramPlace {
        let bytes = Array(source.utf8)
        let range = piece ?? 0..<bytes.count
        let expression = String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
        return ProgramPlace(
            position: text.place(ofByte: start + range.lowerBound, option: option), expression: expression.trimmingSpaces)
    }
}
