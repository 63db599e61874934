/// Writes bytes of a URL as `%XX`, and reads them.
///
/// - SeeAlso: [RFC 3986, section 2.1](https://www.rfc-editor.org/rfc/rfc3986#section-2.1)
public enum PercentEncoding {
    /// Encodes every byte except the unreserved characters of RFC 3986 (letters, digits and `-._~`).
    public static func encoded(_ text: String) -> String {
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count)
        encode(text.utf8) { output.append($0) }
        return String(decoding: output, as: UTF8.self)
    }

    /// Encodes the components of a path.
    ///
    /// - SeeAlso: [RFC 3986, section 3.3](https://www.rfc-editor.org/rfc/rfc3986#section-3.3)
    public static func encoded(path: [String]) -> String { path.map { encoded($0) }.joined(separator: "/") }

    /// Returns the relative URL from one file of a folder to another, which is valid on a disk and on any host.
    ///
    /// - Parameters:
    ///   - file: The components of the path of the file that has the URL.
    ///   - other: The components of the path of the other file.
    public static func relativePath(from file: [String], to other: [String]) -> String {
        String(repeating: "../", count: max(0, file.count - 1)) + encoded(path: other)
    }

    /// Returns the relative URL from one file of a folder to another without the folders that both are in.
    ///
    /// - Parameters: As those of ``relativePath(from:to:)``.
    public static func shortestPath(from file: [String], to other: [String]) -> String {
        let shared = zip(file.dropLast(), other.dropLast()).prefix { $0 == $1 }.count
        return relativePath(from: Array(file.dropFirst(shared)), to: Array(other.dropFirst(shared)))
    }

    /// Decodes `%XX`. A `%` without two digits stays, as in browsers; a result that is not UTF-8 leaves the text unchanged.
    ///
    /// - SeeAlso: [URL, percent-decode](https://url.spec.whatwg.org/#percent-decode)
    public static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        return String(validating: decoded(text.utf8), as: UTF8.self) ?? text
    }

    /// Decodes `%XX`. A `%` without two digits stays.
    package static func decoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        decode(bytes) { output.append($0) }
        return output
    }

    /// Encodes bytes as ``encoded(_:)`` does, and hands the result to `write`, which can limit it.
    @inlinable package static func encode<Failure: Error>(
        _ bytes: some Sequence<UInt8>, _ write: (UInt8) throws(Failure) -> Void
    ) throws(Failure) {
        for byte in bytes {
            if isUnreserved(byte) {
                try write(byte)
            } else {
                try escape(byte, write)
            }
        }
    }

    /// Decodes bytes as ``decoded(_:)`` does, and hands the result to `write`, which can limit it.
    ///
    /// - Returns: Whether each `%` had its two digits.
    @discardableResult
    @inlinable package static func decode<Failure: Error>(
        _ bytes: some Collection<UInt8>, _ write: (UInt8) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        var isValid = true
        var place = bytes.startIndex
        while place != bytes.endIndex {
            let byte = bytes[place]
            bytes.formIndex(after: &place)
            if byte == UInt8(ascii: "%") {
                if let code = escapedByte(bytes[place...]) {
                    try write(code)
                    bytes.formIndex(&place, offsetBy: 2)
                    continue
                }
                isValid = false
            }
            try write(byte)
        }
        return isValid
    }

    /// Writes a byte as `%XX`.
    @inlinable package static func escape<Failure: Error>(_ byte: UInt8, _ write: (UInt8) throws(Failure) -> Void) throws(Failure) {
        try write(UInt8(ascii: "%"))
        try write(hexDigit(byte >> 4))
        try write(hexDigit(byte & 15))
    }

    /// The byte whose two digits come first; nil for other characters, such as the sign in `+f`.
    @inlinable package static func escapedByte(_ bytes: some Collection<UInt8>) -> UInt8? {
        var bytes = bytes.prefix(2).makeIterator()
        guard let high = bytes.next().flatMap(value(ofHexDigit:)), let low = bytes.next().flatMap(value(ofHexDigit:)) else { return nil }
        return high << 4 | low
    }

    /// - SeeAlso: [RFC 3986, section 2.3](https://www.rfc-editor.org/rfc/rfc3986#section-2.3)
    @inlinable package static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    @usableFromInline static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value
    }

    /// The value of a hexadecimal digit; nil for another character.
    @inlinable package static func value(ofHexDigit byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

/// The items of a query or a form: `name=value` with `&` between them, in percent-encoding.
///
/// - SeeAlso: [URL, application/x-www-form-urlencoded](https://url.spec.whatwg.org/#application/x-www-form-urlencoded)
package struct URLQuery {
    /// The items as they are written.
    private let items: [Substring]

    /// - Parameter text: A query without its `?`; nil for none.
    package init(_ text: Substring?) { items = text?.split(separator: "&") ?? [] }

    private init(_ items: [Substring]) { self.items = items }

    /// The items as they are written; nil if there are none.
    package var text: String? { items.isEmpty ? nil : items.joined(separator: "&") }

    /// The number of items.
    package var count: Int { items.count }

    /// The decoded names, one for each item.
    package var names: [String] { items.map(Self.name) }

    /// The value of the first item with a name, decoded; nil if there is none.
    package func value(of name: String) -> String? {
        items.first { Self.name(of: $0) == name }.map { Self.decoded($0.dropFirst(Self.rawName(of: $0).count + 1)) }
    }

    /// Returns the query without the items whose names match a condition.
    package func removing(_ isRemoved: (_ name: String) -> Bool) -> URLQuery { URLQuery(items.filter { !isRemoved(Self.name(of: $0)) }) }

    /// The text of items. Names and values are encoded.
    package static func text(of items: [(name: String, value: String)]) -> String {
        items.map { "\(PercentEncoding.encoded($0.name))=\(PercentEncoding.encoded($0.value))" }.joined(separator: "&")
    }

    /// The text of items in a form: a space is `+`.
    package static func form(of items: [(name: String, value: String)]) -> String { spaced(text(of: items)) }

    /// A name or a value in a form.
    package static func formValue(_ text: String) -> String { spaced(PercentEncoding.encoded(text)) }

    private static func spaced(_ encoded: String) -> String { encoded.replacing("%20", with: "+") }

    private static func rawName(of item: Substring) -> Substring { item.prefix { $0 != "=" } }

    private static func name(of item: Substring) -> String { decoded(rawName(of: item)) }

    private static func decoded(_ text: Substring) -> String { PercentEncoding.decoded(String(text.replacing("+", with: " "))) }
}
