/// What a task learns of a program.
enum ProgramEvent<Answer: Sendable>: Sendable {
    case answer(Answer)
    /// A line of the program's standard error, without control characters.
    case message(String)
}

extension ProgramEvent: Equatable where Answer: Equatable {}
