/// What a ``JSONScanner`` finds.
public enum JSONToken: UInt8, Sendable {
    /// `{`
    case beginObject
    /// `}`
    case endObject
    /// `[`
    case beginArray
    /// `]`
    case endArray
    /// A member's name, its quotation marks included.
    case key
    /// A string value, its quotation marks included.
    case string
    /// A number.
    case number
    /// `true`
    case `true`
    /// `false`
    case `false`
    /// `null`
    case null

    /// What a message calls a value that begins so.
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
