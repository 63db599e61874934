package import JSONParsing

extension JSONStyler {
    /// Appends a string of JSON with the escapes that jq writes.
    ///
    /// - Returns: The offset after the string.
    func appendString(at start: Int, of json: Span<UInt8>, to output: inout [UInt8]) -> Int {
        output.append(UInt8(ascii: "\""))
        var place = start + 1
        var run = place
        while true {
            let byte = json[place]
            if byte == UInt8(ascii: "\"") {
                appendBytes(json, run..<place + 1, to: &output)
                return place + 1
            }
            let isSpecial =
                byte == UInt8(ascii: "\\") || byte == 0x7F || byte >= 0x80 && (isASCII || escapesControls && Self.mayControl(byte))
            guard isSpecial else {
                place += 1
                continue
            }
            appendBytes(json, run..<place, to: &output)
            place = appendSpecial(at: place, of: json, to: &output)
            run = place
        }
    }

    /// Whether a byte may begin a character that controls a terminal.
    private static func mayControl(_ first: UInt8) -> Bool { first == 0xC2 || first == 0xD8 || first == 0xE2 }

    /// Appends an escape, or a character that may have to become one.
    private func appendSpecial(at place: Int, of json: Span<UInt8>, to output: inout [UInt8]) -> Int {
        if json[place] == UInt8(ascii: "\\") { return appendEscape(at: place, of: json, to: &output) }
        let (scalar, end) = Self.scalar(at: place, in: json)
        append(scalar, to: &output)
        return end
    }

    private func appendEscape(at place: Int, of json: Span<UInt8>, to output: inout [UInt8]) -> Int {
        switch json[place + 1] {
        case UInt8(ascii: "/"):
            output.append(UInt8(ascii: "/"))
            return place + 2
        case UInt8(ascii: "u"):
            let (scalar, end) = Self.unicodeEscape(at: place, in: json)
            if let scalar { append(scalar, to: &output) } else { appendBytes(json, place..<end, to: &output) }
            return end
        default:
            appendBytes(json, place..<place + 2, to: &output)
            return place + 2
        }
    }

    private func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
        switch scalar.value {
        case 0x08: output += "\\b".utf8
        case 0x09: output += "\\t".utf8
        case 0x0A: output += "\\n".utf8
        case 0x0C: output += "\\f".utf8
        case 0x0D: output += "\\r".utf8
        case 0x22: output += "\\\"".utf8
        case 0x5C: output += "\\\\".utf8
        case 0x20...0x7E: output.append(UInt8(scalar.value))
        case 0x00..<0x80: Self.appendEscape(of: UInt16(scalar.value), to: &output)
        case _ where isASCII || escapesControls && scalar.value.controlsTerminal:
            for unit in String(scalar).utf16 { Self.appendEscape(of: unit, to: &output) }
        default: output += String(scalar).utf8
        }
    }

    private static func appendEscape(of unit: UInt16, to output: inout [UInt8]) {
        let digits = String(unit, radix: 16)
        output += "\\u".utf8
        output += repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count)
        output += digits.utf8
    }

    /// The character at an offset in valid UTF-8, and the offset after it.
    private static func scalar(at place: Int, in json: Span<UInt8>) -> (Unicode.Scalar, end: Int) {
        let first = json[place]
        let count = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        var value = count == 1 ? UInt32(first) : UInt32(first) & (0x7F >> UInt32(count))
        for next in place + 1..<min(place + count, json.count) { value = value << 6 | UInt32(json[next] & 0x3F) }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", place + count)
    }
}

extension UInt32 {
    /// Whether this scalar value is a C1 control character or bidirectional formatting, which reverses text.
    fileprivate var controlsTerminal: Bool {
        switch self {
        case 0x80...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension JSONStyler {
    /// Throws if a string has half of a surrogate pair. The parser accepts such a string, because it decodes no string before a program
    /// reads it.
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

    /// Reads the escape `\uXXXX` at an offset, or the two escapes of a surrogate pair.
    ///
    /// - Returns: The character, nil for half of a pair without its other half; and the offset after the escapes.
    static func unicodeEscape(at place: Int, in json: Span<UInt8>) -> (scalar: Unicode.Scalar?, end: Int) {
        let unit = unit(at: place, in: json) ?? 0
        guard unit & 0xFC00 == 0xD800 else { return (Unicode.Scalar(unit), place + 6) }
        guard let low = self.unit(at: place + 6, in: json), low & 0xFC00 == 0xDC00 else { return (nil, place + 6) }
        return (Unicode.Scalar(0x1_0000 + (unit & 0x3FF) << 10 + low & 0x3FF), place + 12)
    }

    /// The code unit of an escape `\uXXXX`; nil if there is no such escape at the offset.
    private static func unit(at place: Int, in json: Span<UInt8>) -> UInt32? {
        guard place + 6 <= json.count, json[place] == UInt8(ascii: "\\"), json[place + 1] == UInt8(ascii: "u") else { return nil }
        return (place + 2..<place + 6).reduce(0) { $0 << 4 | UInt32(Character(Unicode.Scalar(json[$1])).hexDigitValue ?? 0) }
    }
}
