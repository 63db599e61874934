/// How a program and this process exchange records over its standard input and output.
enum ProgramProtocol: String, CaseIterable, Sendable {
    /// A record is a line of JSON. A stage answers each line with one line, in order; an empty one drops the record.
    case lines
    /// As `tabpipe pipe --envelope` writes: `{"ok": …}` and `{"reject": …}`, and `{"end": …}` as the last line.
    case envelope
}
