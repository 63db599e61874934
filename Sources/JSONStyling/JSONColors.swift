/// The colors of JSON on a terminal, as jq has them.
package struct JSONColors: Sendable {
    static let reset = Array("\u{1B}[0m".utf8)

    /// The places of the colors in `JQ_COLORS`.
    enum Part: Int { case null, `false`, `true`, number, string, array, object, key }

    private static let standard = ["0;90", "0;39", "0;39", "0;39", "0;32", "1;39", "1;39", "1;34"]

    private let sequences: [[UInt8]]

    /// The standard colors of jq.
    package init() { sequences = Self.sequences(Self.standard) }

    /// - Parameter text: Colors separated by colons, such as `0;90:0;31`; nil for the standard ones.
    /// - Returns: nil if the text holds anything but digits, semicolons and colons.
    package init?(_ text: String?) {
        var colors = Self.standard
        if let text, !text.isEmpty {
            guard text.utf8.allSatisfy({ (0x30...0x3B).contains($0) }) else { return nil }
            var given = text.split(separator: ":", omittingEmptySubsequences: false)
            if given.last == "" { given.removeLast() }
            for (place, color) in given.prefix(colors.count).enumerated() { colors[place] = String(color) }
        }
        sequences = Self.sequences(colors)
    }

    private static func sequences(_ colors: [String]) -> [[UInt8]] { colors.map { Array("\u{1B}[\($0)m".utf8) } }

    subscript(part: Part) -> [UInt8] { sequences[part.rawValue] }
}
