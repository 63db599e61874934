internal import HTTP

/// The request for a page of a walk.
struct PageRequest: Sendable {
    /// The number of the page in the walk, counted from 1.
    let number: Int
    let request: HTTPRequest
}
