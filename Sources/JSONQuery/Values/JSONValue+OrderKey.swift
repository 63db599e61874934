public import JSONParsing

/// Bytes that stand for a JSON value when values are sorted: the lexicographic order of keys is jq's order of the values, and equal
/// values have equal keys. So sorting and merging compare bytes and decode nothing.
///
/// No key is the beginning of another one. The keys of several values in a row therefore sort by the first value, then by the second.
///
/// Two differences from `JSONValue.jqOrder`: NaN is equal to NaN, and a computed number has the value of its text, also beside literals
/// with more digits than `Double` has.
public enum JSONOrderKey {
    /// A value whose key is longer than a limit.
    public struct TooLong: Error, Equatable, Sendable, CustomStringConvertible {
        /// The limit, in bytes.
        public let limit: Int

        /// The reason in words.
        public var description: String { "the key is longer than \(limit) bytes" }
    }

    /// The first byte of a value, by its kind; the end of an array or a string is smaller than all of them.
    private enum Tag {
        static let end: UInt8 = 0
        /// Stands behind ``end`` at the end of a string.
        static let stringEnd: UInt8 = 1
        /// Stands behind ``end`` for a zero in a string.
        static let zero: UInt8 = 0xFF
        static let null: UInt8 = 0x10
        static let number: UInt8 = 0x13
        static let string: UInt8 = 0x14
        static let array: UInt8 = 0x15
        static let object: UInt8 = 0x16
    }

    /// What remains to be written.
    private enum Part {
        case value(JSONValue)
        case end
    }

    /// Appends the key of a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - bytes: Gets the key. After an error, a part of it may be there.
    ///   - limit: The greatest length of the key, in bytes.
    /// - Throws: ``TooLong``; `JSONError` for text that cannot be decoded.
    public static func append(_ value: JSONValue, to bytes: inout [UInt8], limit: Int) throws {
        let start = bytes.count
        // A stack, so that deep values need no recursion.
        var parts: [Part] = [.value(value)]
        while let part = parts.popLast() {
            // Values that share their storage can be much longer than the memory that they take.
            guard bytes.count - start + parts.count <= limit else { throw TooLong(limit: limit) }
            guard case .value(let value) = part else {
                bytes.append(Tag.end)
                continue
            }
            switch try value.decoded() {
            case .null: bytes.append(Tag.null)
            case .bool(let isTrue): bytes.append(Tag.null + (isTrue ? 2 : 1))
            case .number(let number):
                bytes.append(Tag.number)
                number.appendOrderKey(to: &bytes)
            case .string(let string): append(string, to: &bytes)
            case .array(let elements):
                bytes.append(Tag.array)
                parts.append(.end)
                for element in elements.reversed() { parts.append(.value(element)) }
            case .object(let object):
                bytes.append(Tag.object)
                let members = object.sorted { StringOrder.compare($0.key, $1.key) < 0 }
                for member in members { append(member.key, to: &bytes) }
                bytes.append(Tag.end)
                for member in members.reversed() { parts.append(.value(member.value)) }
            case .text: break  // decoded
            }
        }
        guard bytes.count - start <= limit else { throw TooLong(limit: limit) }
    }

    /// Compares two keys.
    ///
    /// - Returns: A negative number, zero or a positive number, as the first key comes before, with or after the second.
    public static func order(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
        let shared = min(left.count, right.count)
        var place = 0
        while place < shared, left[place] == right[place] { place += 1 }
        return place < shared ? Int(left[place]) - Int(right[place]) : left.count - right.count
    }

    private static func append(_ string: String, to bytes: inout [UInt8]) {
        bytes.append(Tag.string)
        if string.utf8.contains(0) {
            for byte in string.utf8 {
                bytes.append(byte)
                if byte == 0 { bytes.append(Tag.zero) }
            }
        } else {
            bytes.append(contentsOf: string.utf8)
        }
        bytes.append(Tag.end)
        bytes.append(Tag.stringEnd)
    }
}
