/// The answer for an element, with the length of the responses that it was made of.
struct ChildResponse: Sendable {
    let answer: ChildAnswer
    /// The length of the bodies, in bytes.
    var bytes = 0
}
