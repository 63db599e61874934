/// The operands of a command, for help, completion and checking.
struct Operands: Sendable {
    /// As the synopsis shows them, such as `FILE…`.
    let synopsis: String
    let count: ClosedRange<Int>
    /// Whether they are paths of files.
    let areFiles: Bool

    init(synopsis: String, count: ClosedRange<Int>, areFiles: Bool = false) {
        self.synopsis = synopsis
        self.count = count
        self.areFiles = areFiles
    }

    static let none = Operands(synopsis: "", count: 0...0)
    static let file = Operands(synopsis: "FILE", count: 1...1, areFiles: true)
    static let files = Operands(synopsis: "FILE…", count: 1...Int.max, areFiles: true)
}
