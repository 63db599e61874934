/// A body without bytes.
struct EmptyBody: BodyReader {
    func read() async throws -> [UInt8] { [] }

    func cancel() {}
}
