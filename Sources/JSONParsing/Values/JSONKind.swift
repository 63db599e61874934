/// The six kinds of JSON values.
public enum JSONKind: String, Sendable {
    /// `null`
    case null
    /// `true` or `false`
    case boolean
    /// A number.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
}
