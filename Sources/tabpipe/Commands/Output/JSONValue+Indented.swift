internal import JSONParsing

extension JSONValue {
    /// The value as a JSON text for people, with a line break at its end.
    var indentedText: String {
        var writer = JSONWriter(indent: 2)
        writer.write(self)
        writer.append(UInt8(ascii: "\n"))
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
