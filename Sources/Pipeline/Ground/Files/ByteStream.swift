/// Bytes that arrive in pieces, such as the body of a response.
///
/// Package access: only the HTTP source reads an input that is no file; plug-ins read through `InputReader`.
package protocol ByteStream: Sendable {
    /// Returns the next bytes.
    ///
    /// - Returns: The bytes; none at the end of a complete stream.
    /// - Throws: The reason why the stream broke; `CancellationError`.
    func read() async throws -> [UInt8]
}
