extension HTMLEncoding {
    /// Decodes a whole document.
    ///
    /// - Parameter bytes: The document. A byte order mark at the start is removed.
    /// - Returns: Well-formed UTF-8, with U+FFFD for undefined bytes. Nil for multi-byte encodings (Big5, EUC-JP, EUC-KR, gb18030, GBK,
    ///   ISO-2022-JP, Shift_JIS) and for the standard's replacement encoding: tabpipe only recognises their names.
    public func decode(_ bytes: Span<UInt8>) -> [UInt8]? {
        switch self {
        case .utf8: return Self.repairedUTF8(bytes)
        case .utf16LE: return Self.decodeUTF16(bytes, lowByte: 0)
        case .utf16BE: return Self.decodeUTF16(bytes, lowByte: 1)
        case .xUserDefined: return Self.decode(bytes, upperHalf: (0xF780...0xF7FF).map { $0 })
        default: return HTMLSingleByteTables.upperHalf(of: self).map { Self.decode(bytes, upperHalf: $0) }
        }
    }

    private static func repairedUTF8(_ bytes: Span<UInt8>) -> [UInt8] {
        var repair = HTMLUTF8Repair()
        return repair.repaired(bytes.extracting(droppingFirst: byteOrderMarkLength(bytes))) + repair.flush()
    }

    private static func decode(_ bytes: Span<UInt8>, upperHalf: [UInt16]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 8)
        for index in bytes.indices {
            let byte = bytes[index]
            if byte < 0x80 { output.append(byte) } else { output.append(codePoint: UInt32(upperHalf[Int(byte) - 0x80])) }
        }
        return output
    }

    /// <https://encoding.spec.whatwg.org/#shared-utf-16-decoder>
    private static func decodeUTF16(_ bytes: Span<UInt8>, lowByte: Int) -> [UInt8] {
        func unit(_ index: Int) -> UInt32 { UInt32(bytes[index + 1 - lowByte]) << 8 | UInt32(bytes[index + lowByte]) }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = bytes.count >= 2 && unit(0) == 0xFEFF ? 2 : 0
        while index + 1 < bytes.count {
            let first = unit(index)
            index += 2
            if first & 0xFC00 == 0xD800, index + 1 == bytes.count {
                // An incomplete surrogate pair and an incomplete code unit at the end are one error.
                break
            }
            if first & 0xFC00 == 0xD800, index + 1 < bytes.count, unit(index) & 0xFC00 == 0xDC00 {
                output.append(codePoint: 0x1_0000 + ((first & 0x3FF) << 10 | (unit(index) & 0x3FF)))
                index += 2
            } else {
                output.append(codePoint: first)
            }
        }
        if index < bytes.count { output.appendReplacementCharacter() }
        return output
    }
}
