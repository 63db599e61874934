internal import JSONParsing
internal import Pipeline

extension JSONWriter {
    /// Appends a record as a line.
    mutating func writeLine(_ record: Record) {
        write(record.value)
        append(UInt8(ascii: "\n"))
    }
}
