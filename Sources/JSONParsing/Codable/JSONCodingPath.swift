/// The way from a value to one inside it, written as in messages: `.sections[2].title`.
enum JSONCodingPath {
    static func text(of path: [any CodingKey]) -> String {
        if path.isEmpty { return "." }
        return path.map { key in key.intValue.map { "[\($0)]" } ?? "." + key.stringValue }.joined()
    }
}

/// A place in an array.
struct JSONIndexKey: CodingKey {
    let intValue: Int?
    var stringValue: String { intValue.map(String.init) ?? "" }

    init(_ index: Int) { intValue = index }
    init?(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { nil }
}
