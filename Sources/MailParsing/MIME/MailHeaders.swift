internal import HTMLParsing

/// The header fields of a message or a part, in their order.
///
/// - SeeAlso: RFC 5322, section 2.2
package struct MailHeaders: Sendable {
    /// A field in ``bytes``.
    private struct Field {
        let name: Range<Int>
        var value: Range<Int>
    }

    /// The lines of the fields as they were read.
    private(set) var bytes: [UInt8] = []
    private var fields: [Field] = []

    /// The number of fields.
    package var count: Int { fields.count }

    /// Adds a line, with its end.
    ///
    /// - Returns: false for a line that is neither a field nor the rest of one.
    mutating func add(line: Span<UInt8>) -> Bool {
        let start = bytes.count
        if line[0] == 0x20 || line[0] == 0x09, !fields.isEmpty {
            bytes.append(span: line)
            fields[fields.count - 1].value = fields[fields.count - 1].value.lowerBound..<bytes.count
            return true
        }
        guard let (name, value) = Self.fieldName(line) else { return false }
        bytes.append(span: line)
        fields.append(Field(name: start..<(start + name), value: (start + value)..<bytes.count))
        return true
    }

    /// Finds the name at the start of a line; nil if the line begins no field.
    ///
    /// - Returns: The length of the name, and the offset of the value.
    static func fieldName(_ line: Span<UInt8>) -> (name: Int, value: Int)? {
        var index = 0
        while index < line.count, line[index] > 0x20, line[index] < 0x7F, line[index] != UInt8(ascii: ":") { index += 1 }
        let name = index
        // RFC 822 allowed white space in front of the colon.
        while index < line.count, line[index] == 0x20 || line[index] == 0x09 { index += 1 }
        guard name > 0, index < line.count, line[index] == UInt8(ascii: ":") else { return nil }
        return (name, index + 1)
    }

    /// The name of a field as it is written.
    package func name(at place: Int) -> String { String(decoding: bytes[fields[place].name], as: UTF8.self) }

    /// The value of a field as it was read, with its line ends, without white space around it.
    package func raw(at place: Int) -> String { MailCharset.guessed(Self.trimmed(bytes[fields[place].value])) }

    /// The value of a field on one line, with decoded words.
    package func decoded(at place: Int) -> String { EncodedText.decoded(unfolded(fields[place])).onOneLine }

    /// The first field of a name, on one line; nil if there is none.
    ///
    /// - Parameter name: The name in lower case.
    func value(_ name: String) -> [UInt8]? { fields.first { isNamed($0, name) }.map(unfolded) }

    /// All fields of a name, each on one line.
    func values(_ name: String) -> [[UInt8]] { fields.filter { isNamed($0, name) }.map(unfolded) }

    /// The first field of a name, on one line with decoded words; nil if there is none.
    ///
    /// - Parameter name: The name in lower case.
    package func text(_ name: String) -> String? { value(name).map { EncodedText.decoded($0).onOneLine } }

    /// Whether there is a field of a name.
    ///
    /// - Parameter name: The name in lower case.
    package func has(_ name: String) -> Bool { fields.contains { isNamed($0, name) } }

    private func isNamed(_ field: Field, _ name: String) -> Bool {
        let name = name.utf8
        guard field.name.count == name.count else { return false }
        var place = field.name.lowerBound
        for byte in name {
            if bytes[place].asciiLowercased != byte { return false }
            place += 1
        }
        return true
    }

    /// The value without line ends: what is folded keeps its white space.
    private func unfolded(_ field: Field) -> [UInt8] {
        Self.trimmed(bytes[field.value]).filter { $0 != 0x0D && $0 != 0x0A }
    }

    private static func trimmed(_ value: ArraySlice<UInt8>) -> [UInt8] {
        let start = value.firstIndex { !$0.isFoldedSpace } ?? value.endIndex
        let end = value.lastIndex { !$0.isFoldedSpace }.map { $0 + 1 } ?? start
        return Array(value[start..<end])
    }
}

extension String {
    /// The text with single spaces in place of line ends, tabs, runs of spaces and control characters, and none around it.
    package var onOneLine: String {
        if utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) { return self }
        var result: [UInt8] = []
        result.reserveCapacity(utf8.count)
        for byte in utf8 {
            if byte > 0x20, byte != 0x7F {
                result.append(byte)
            } else if let last = result.last, last != 0x20 {
                result.append(0x20)
            }
        }
        if result.last == 0x20 { result.removeLast() }
        return String(decoding: result, as: UTF8.self)
    }
}
