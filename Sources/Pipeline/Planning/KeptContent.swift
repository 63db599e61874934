#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Content in a file without a name.
package struct KeptContent: Sendable {
    /// No bytes.
    static let empty = KeptContent(file: nil, range: 0..<0)

    private let file: SharedDescriptor?
    private let range: Range<Int>

    /// - Parameters:
    ///   - file: The file; nil for no bytes.
    ///   - range: The offsets of the content in the file.
    init(file: SharedDescriptor?, range: Range<Int>) {
        self.file = file
        self.range = range
    }

    /// The number of bytes.
    package var count: Int { range.count }

    /// Reads all bytes.
    package func read() throws(SystemError) -> [UInt8] {
        guard let file else { return [] }
        return try FileDescriptor.read(from: file.descriptor.number, at: range.lowerBound, upTo: range.count)
    }

    /// Copies the bytes to a file of their own, without a name.
    ///
    /// - Parameter folder: The folder of the file.
    /// - Returns: A descriptor at the start of the file, which the caller must close.
    func opened(in folder: String) throws(SystemError) -> Int32 {
        let copy = try FileDescriptor(unnamedIn: folder)
        if let file { try copy.append(range, of: file.descriptor) }
        let number = dup(copy.number)
        guard number >= 0, lseek(number, 0, SEEK_SET) == 0 else { throw SystemError.last("open", folder) }
        return number
    }
}
