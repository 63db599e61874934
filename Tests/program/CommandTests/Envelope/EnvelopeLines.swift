import Foundation
import Testing

/// The lines of an envelope, taken apart.
struct EnvelopeLines {
    /// The keys of all lines in their order.
    private(set) var keys: [String] = []
    /// The records as they were written.
    private(set) var ok: [String] = []
    private(set) var rejects: [[String: Any]] = []
    private(set) var end: [String: Any]?

    /// Reads an output.
    ///
    /// - Throws: An error if a whole line is not an object with one known key.
    init(_ text: String) throws {
        for line in text.split(separator: "\n") {
            let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
            let key = try #require(object.keys.first)
            try #require(object.count == 1 && ["ok", "reject", "end"].contains(key) && end == nil, "\(line)")
            keys.append(key)
            switch key {
            case "ok": ok.append(String(line.dropFirst(#"{"ok":"#.count).dropLast()))
            case "reject": rejects.append(try #require(object[key] as? [String: Any]))
            default: end = object[key] as? [String: Any]
            }
        }
    }

    /// A number of the end.
    func number(_ key: String) -> Int? { end?[key] as? Int }

    /// Whether the numbers of the end add up, and are those of the lines.
    var addUp: Bool {
        guard let read = number("read"), let made = number("made"), let written = number("written"), let filtered = number("filtered"),
            let rejected = number("rejected"), let skipped = number("skipped")
        else { return false }
        return read + made == written + filtered + rejected + skipped && written == ok.count && rejected == rejects.count
    }
}
