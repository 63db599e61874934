/// One step on the way from a value to one inside it: a member or an element.
enum JSONCodingStep: CodingKey, Equatable {
    case name(String)
    case index(Int)

    /// Takes over a step of a path that `Codable` hands out. A key of a dictionary with integers for keys is a name, too: members
    /// of objects have no other. Only arrays have indices, and these come from here.
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

    /// The way as messages have it, in jq's spelling: `.sections[2].title`, `."a.b"`; `.` for the value itself.
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
