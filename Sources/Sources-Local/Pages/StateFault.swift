/// A fault in the file of a state, with its place in the file.
package struct StateFault: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
