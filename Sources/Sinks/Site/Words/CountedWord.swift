/// A text of the interface with a number in it: one form for the number 1, and one for all others.
///
/// Languages with more forms use words that suit every number, such as "Messages: 5".
struct CountedWord: Sendable {
    let one: Word
    let other: Word
}
