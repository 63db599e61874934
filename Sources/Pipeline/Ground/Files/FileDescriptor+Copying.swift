#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

extension FileDescriptor {
    private static let pieceBytes = 256 << 10

    /// Appends bytes of another file at the current position. Linux copies them in the kernel, or shares the blocks of both files.
    ///
    /// - Throws: ``SystemError``, also if the other file ends before the bytes do.
    func append(_ range: Range<Int>, of other: borrowing FileDescriptor) throws(SystemError) {
        var position = range.lowerBound
        while position < range.upperBound {
            guard let copied = copyInKernel(position..<range.upperBound, of: other) else { break }
            position += copied
        }
        // What the kernel does not copy, for instance between two kinds of file systems.
        while position < range.upperBound {
            let piece = try FileDescriptor.read(from: other.number, at: position, upTo: min(Self.pieceBytes, range.upperBound - position))
            guard !piece.isEmpty else {
                throw SystemError(action: "read", path: "", code: EIO, words: "the earlier file became shorter while it was copied")
            }
            try write(piece.span)
            position += piece.count
        }
    }

    /// Copies bytes without reading them.
    ///
    /// - Returns: The number of copied bytes; nil if the system cannot copy these.
    private func copyInKernel(_ range: Range<Int>, of other: borrowing FileDescriptor) -> Int? {
        guard let copyFileRange = unsafe copyFileRange else { return nil }
        var offset = Int64(range.lowerBound)
        let source = other.number
        let count = Self.retrying { unsafe copyFileRange(source, &offset, number, nil, range.count, 0) }
        return count > 0 ? count : nil
    }
}

private typealias CopyFileRange =
    @convention(c) (
        Int32, UnsafeMutablePointer<Int64>?, Int32, UnsafeMutablePointer<Int64>?, Int, UInt32
    ) -> Int

// Linux has `copy_file_range`, but its headers hide it from Swift.
private let copyFileRange: CopyFileRange? = {
    guard let symbol = unsafe dlsym(dlopen(nil, RTLD_NOW), "copy_file_range") else { return nil }
    return unsafe unsafeBitCast(symbol, to: CopyFileRange.self)
}()
