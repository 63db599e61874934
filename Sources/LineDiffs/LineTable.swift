#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// Gives equal lines equal numbers, so that a diff compares numbers.
struct LineTable {
    private struct Line: Hashable {
        let bytes: ArraySlice<UInt8>

        // The synthesized methods would handle each byte alone.
        func hash(into hasher: inout Hasher) { unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }

        static func == (left: Line, right: Line) -> Bool {
            guard left.bytes.count == right.bytes.count else { return false }
            return unsafe left.bytes.withUnsafeBytes { left in
                unsafe right.bytes.withUnsafeBytes { right in
                    guard let first = left.baseAddress, let second = right.baseAddress else { return true }
                    return unsafe memcmp(first, second, left.count) == 0
                }
            }
        }
    }

    private var numbers: [Line: Int32] = [:]

    /// The number of different lines.
    var count: Int { numbers.count }

    mutating func number(of line: ArraySlice<UInt8>) -> Int32 {
        let line = Line(bytes: line)
        if let number = numbers[line] { return number }
        let number = Int32(numbers.count)
        numbers[line] = number
        return number
    }
}
