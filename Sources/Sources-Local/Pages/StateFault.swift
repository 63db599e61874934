/// A fault in the file of a state, with its place in the file.
struct StateFault: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
