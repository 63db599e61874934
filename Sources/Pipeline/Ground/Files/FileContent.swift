/// The content of a file in pieces, so that a long one need not be in memory.
///
/// Package access: a body of an HTTP response conforms to it; plug-ins write arrays of bytes.
package protocol FileContent: ~Copyable {
    /// The number of bytes.
    var count: Int { get }

    /// Calls a closure with all bytes in order, until it returns false.
    func forEachPiece(_ body: ([UInt8]) throws(SystemError) -> Bool) throws(SystemError)
}

extension [UInt8]: FileContent {
    package func forEachPiece(_ body: ([UInt8]) throws(SystemError) -> Bool) throws(SystemError) { _ = try body(self) }
}
