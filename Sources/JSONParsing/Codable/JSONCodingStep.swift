/// One step of a coding path: a member of an object or an element of an array.
enum JSONCodingStep: CodingKey, Equatable {
    case name(String)
    case index(Int)

    /// Converts a step of a `Codable` path. An integer key of a dictionary becomes a name, because members of objects have names
    /// only. Indices of arrays are always made by this module.
    init(_ key: any CodingKey) {
        self = (key as? JSONCodingStep) ?? .name(key.stringValue)
    }

    init?(stringValue: String) { self = .name(stringValue) }
    init?(intValue: Int) { self = .index(intValue) }

    var stringValue: String {
        switch self {
        case .name(let name): name
        case .index(let index): String(index)
        }
    }

    var intValue: Int? {
        if case .index(let index) = self { index } else { nil }
    }

    static func == (left: JSONCodingStep, right: JSONCodingStep) -> Bool {
        switch (left, right) {
        case (.name(let a), .name(let b)): sameBytes(a, b)
        case (.index(let a), .index(let b)): a == b
        default: false
        }
    }

    /// The path in jq syntax, for messages: `.sections[2].title`, `."a.b"`; `.` for the value itself.
    static func text(of steps: [JSONCodingStep]) -> String {
        var text = ""
        for step in steps {
            switch step {
            case .name(let name): text += "." + JSONPathStep.spelling(of: name)
            case .index(let index): text += (text.isEmpty ? "." : "") + "[\(index)]"
            }
        }
        return text.isEmpty ? "." : text
    }
}
