/// Numbers of bytes in text: `K`, `M` and `G` after a number stand for the powers of 1,024.
enum ByteCount {
    private static let units: [(letter: Character, bytes: Int)] = [("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10)]

    /// Reads a number such as `512M`; nil if the text is no number, is negative or exceeds `Int`.
    static func bytes(_ text: String) -> Int? {
        let unit = units.first { text.last?.uppercased() == String($0.letter) }
        guard let number = Int(unit == nil ? text : String(text.dropLast())), number >= 0 else { return nil }
        let (bytes, isTooLarge) = number.multipliedReportingOverflow(by: unit?.bytes ?? 1)
        return isTooLarge ? nil : bytes
    }

    /// Writes a number with the largest unit that divides it.
    static func text(_ bytes: Int) -> String {
        guard bytes > 0, let unit = units.first(where: { bytes.isMultiple(of: $0.bytes) }) else { return String(bytes) }
        return "\(bytes / unit.bytes)\(unit.letter)"
    }
}
