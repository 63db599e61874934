internal import Pipeline

/// A rejected record that a test expects.
struct ExpectedReject: Sendable {
    /// The `type` of the step; nil for any.
    var stage: String?
    /// The place of the step, such as `stages[2]`; nil for any.
    var step: String?
    /// A part of the reason; nil for any.
    var reason: String?
    /// A jq program that is true for a reason that matches a regular expression; nil for any.
    var pattern: RecordQuery?
    /// The text of the regular expression.
    var patternText: String?
}
