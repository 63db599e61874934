internal import Ground

/// The header fields of a request or a response, in order. Names are compared without case.
///
/// - SeeAlso: RFC 9110, section 5
package struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// A header field with its value.
    package struct Field: Sendable, Equatable {
        package let name: String
        package let value: String
    }

    package private(set) var fields: [Field] = []

    init() {}

    package init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name, value) }
    }

    /// The value of the first field with a name; nil if there is none. Setting a value replaces all fields with that name; nil removes
    /// them.
    package subscript(name: String) -> String? {
        get { fields.first { Self.isEqual($0.name, name) }?.value }
        set {
            fields.removeAll { Self.isEqual($0.name, name) }
            if let newValue { append(name, newValue) }
        }
    }

    /// The values of all fields with a name, in order.
    package func values(of name: String) -> [String] { fields.filter { Self.isEqual($0.name, name) }.map(\.value) }

    /// Appends a field and keeps earlier ones with the same name.
    package mutating func append(_ name: String, _ value: String) {
        // Most values have nothing to trim.
        let isTrimmed = value.utf8.first ?? .max > 0x20 && value.utf8.last ?? .max > 0x20
        fields.append(Field(name: name, value: isTrimmed ? value : value.trimmingSpaces))
    }

    /// Splits a value at a separator outside of quoted strings.
    ///
    /// - SeeAlso: RFC 9110, section 5.6.4
    static func split(_ value: String, at separator: UInt8) -> [String] {
        var parts: [[UInt8]] = [[]]
        var isQuoted = false
        var isEscaped = false
        for byte in value.utf8 {
            if byte == separator, !isQuoted {
                parts.append([])
                continue
            }
            if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
            isEscaped = byte == UInt8(ascii: "\\") && isQuoted && !isEscaped
            parts[parts.count - 1].append(byte)
        }
        return parts.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Compares two names of fields without case.
    static func isEqual(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count
            && (one == other || zip(one.utf8, other.utf8).allSatisfy { lowercased($0) == lowercased($1) })
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
