internal import JSONParsing
internal import JSONQuery

/// Answers what a program asks about its record, and takes the messages of `debug` and `stderr`.
struct RecordHost: QueryHost {
    private let recordOrigin: Origin
    /// The path of the option with the program, such as `stages[0].to`; empty for a program made in code.
    private let option: String

    init(_ record: borrowing Record, option: String) {
        recordOrigin = record.origin
        self.option = option
    }

    var fileName: String? { recordOrigin.source.isEmpty ? nil : recordOrigin.source }
    var line: Int? { recordOrigin.line }
    var origin: JSONValue { recordOrigin.isUnknown ? .null : .object(recordOrigin.json) }

    func log(_ message: String) {
        ProgramMessages.current?.add(RunWarning(step: option, kind: .message, origin: recordOrigin, text: message))
    }
}
