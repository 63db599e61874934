internal import JSONParsing

extension JSONValue {
    /// The value as indented JSON with a final line break.
    var indentedText: String {
        var writer = JSONWriter(indent: 2)
        writer.write(self)
        writer.append(UInt8(ascii: "\n"))
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
