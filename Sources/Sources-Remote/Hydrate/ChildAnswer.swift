internal import JSONParsing

/// What a URL gave for an element.
enum ChildAnswer: Sendable {
    /// The fields to put into the element.
    case fields(JSONObject)
    /// The items of a list, with warnings about the list.
    case items([JSONValue], warnings: [String])
    /// No items, because a rule that knows the status alone passes over the first page of the list.
    case noList
    /// An error status that `on_status` names.
    case status(Int)
    /// A rule passes over the response.
    case skipped
}
