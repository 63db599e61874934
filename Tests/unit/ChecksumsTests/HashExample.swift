/// A message with its published hash.
struct HashExample: Sendable, CustomStringConvertible {
    let description: String
    let message: [UInt8]
    let hash: String

    init(_ description: String, _ message: [UInt8], _ hash: String) {
        self.description = description
        self.message = message
        self.hash = hash
    }
}
