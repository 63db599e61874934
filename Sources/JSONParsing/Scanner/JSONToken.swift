/// The kinds of tokens that a ``JSONScanner`` reports.
public enum JSONToken: UInt8, Sendable {
    /// `{`
    case beginObject
    /// `}`
    case endObject
    /// `[`
    case beginArray
    /// `]`
    case endArray
    /// A key of an object with its quotation marks.
    case key
    /// A string value with its quotation marks.
    case string
    /// A number.
    case number
    /// `true`
    case `true`
    /// `false`
    case `false`
    /// `null`
    case null

    /// The kind of value that begins with this token, with its article, for messages.
    var valueName: String {
        switch self {
        case .beginObject, .endObject: "an object"
        case .beginArray, .endArray: "an array"
        case .key, .string: "a string"
        case .number: "a number"
        case .true, .false: "a boolean"
        case .null: "null"
        }
    }
}
