internal import HTMLParsing

extension String {
    /// The text as a part of a URL: all bytes but unreserved characters as `%XX`.
    ///
    /// Package access: the HTTP source makes queries and forms with it; plug-ins have `HTMLAddress.percentEncoded(_:)`.
    ///
    /// - SeeAlso: RFC 3986, section 2.3
    package var percentEncoded: String { HTMLAddress.percentEncoded(self) }

    /// The text with `%XX` decoded. A `%` without two digits stays, as in browsers; a result that is not UTF-8 leaves the text unchanged.
    ///
    /// Package access: the HTTP source compares names in queries, and names documents after URLs.
    ///
    /// - SeeAlso: [URL, percent-decode](https://url.spec.whatwg.org/#percent-decode)
    package var percentDecoded: String {
        guard utf8.contains(UInt8(ascii: "%")) else { return self }
        var bytes: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let code = Self.byte(ofDigits: rest.prefix(2)) {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self) ?? self
    }

    /// The value of two hexadecimal digits; nil for other characters, such as the sign in `+f`.
    private static func byte(ofDigits digits: ArraySlice<UInt8>) -> UInt8? {
        let values = digits.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        return values.count == 2 ? UInt8(values[0] << 4 | values[1]) : nil
    }
}
