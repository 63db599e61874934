package import JSONParsing

extension JSONStyler {
    /// Ensures that the strings of JSON hold characters only. The parser accepts a string with half of a surrogate pair, because it decodes
    /// no string before a program reads it.
    ///
    /// - Parameter json: A valid value.
    /// - Throws: ``JSONError/Reason/loneSurrogate`` with the offset of the escape.
    package static func checkSurrogates(in json: Span<UInt8>) throws(JSONError) {
        var place = 0
        while place < json.count {
            guard json[place] == UInt8(ascii: "\\") else {
                place += 1
                continue
            }
            guard json[place + 1] == UInt8(ascii: "u") else {
                place += 2
                continue
            }
            let (scalar, end) = unicodeEscape(at: place, in: json)
            if scalar == nil { throw JSONError(.loneSurrogate, offset: place) }
            place = end
        }
    }

    /// Reads the escape `\uXXXX` at a place, or the two escapes of a surrogate pair.
    ///
    /// - Returns: The character, nil for half of a pair without its other half; and the place behind what was read.
    static func unicodeEscape(at place: Int, in json: Span<UInt8>) -> (scalar: Unicode.Scalar?, end: Int) {
        let unit = unit(at: place, in: json) ?? 0
        guard unit & 0xFC00 == 0xD800 else { return (Unicode.Scalar(unit), place + 6) }
        guard let low = self.unit(at: place + 6, in: json), low & 0xFC00 == 0xDC00 else { return (nil, place + 6) }
        return (Unicode.Scalar(0x1_0000 + (unit & 0x3FF) << 10 + low & 0x3FF), place + 12)
    }

    /// The code unit of an escape `\uXXXX`; nil if something else is at the place.
    private static func unit(at place: Int, in json: Span<UInt8>) -> UInt32? {
        guard place + 6 <= json.count, json[place] == UInt8(ascii: "\\"), json[place + 1] == UInt8(ascii: "u") else { return nil }
        return (place + 2..<place + 6).reduce(0) { $0 << 4 | UInt32(Character(Unicode.Scalar(json[$1])).hexDigitValue ?? 0) }
    }
}
