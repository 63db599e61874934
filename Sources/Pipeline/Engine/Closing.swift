/// Why the receiving end of a channel wants no more.
enum Closing: Sendable {
    /// It has what it needs; what is left over counts as filtered.
    case satisfied
    /// The run fails.
    case failed
}
