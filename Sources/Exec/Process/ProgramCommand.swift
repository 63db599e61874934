/// What it takes to start a program.
struct ProgramCommand: Sendable {
    let path: String
    let arguments: [String]
    let folder: String
    let variables: [String]
    /// Whether standard output is read; otherwise it goes where standard error goes.
    let hasOutput: Bool
    let maxLineBytes: Int
}
