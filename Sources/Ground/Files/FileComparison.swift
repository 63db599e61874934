#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Compares files with new content, so that unchanged files need not be written.
package enum FileComparison {
    private static let pieceBytes = 256 << 10

    /// Whether an open regular file has exactly this content.
    package static func hasContent(_ file: borrowing FileDescriptor, _ content: borrowing some FileContent & ~Copyable) throws(SystemError)
        -> Bool
    {
        let status = try file.status()
        guard status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == content.count else { return false }
        var position = 0
        var isEqual = true
        try content.forEachPiece { bytes throws(SystemError) in
            isEqual = try hasBytes(file, bytes, from: position)
            position += bytes.count
            return isEqual
        }
        return isEqual && position == content.count
    }

    /// Whether a file has these bytes at a position.
    package static func hasBytes(
        _ file: borrowing FileDescriptor, _ bytes: [UInt8], from start: Int
    ) throws(SystemError) -> Bool {
        var position = 0
        while position < bytes.count {
            let piece = try piece(of: file, at: start + position)
            let length = min(piece.count, bytes.count - position)
            guard length > 0, haveEqualBytes(piece, bytes, from: position, length) else { return false }
            position += length
        }
        return true
    }

    /// Whether two open regular files have equal content.
    static func haveEqualContent(_ a: borrowing FileDescriptor, _ b: borrowing FileDescriptor) throws(SystemError) -> Bool {
        let left = try a.status()
        let right = try b.status()
        guard left.st_mode & S_IFMT == S_IFREG, left.st_size == right.st_size else { return false }
        var position = 0
        while position < Int(left.st_size) {
            let piece = try piece(of: a, at: position)
            let other = try self.piece(of: b, at: position)
            guard !piece.isEmpty, piece.count == other.count, haveEqualBytes(piece, other, from: 0, piece.count) else { return false }
            position += piece.count
        }
        return true
    }

    /// Whether `bytes` contains the first bytes of `piece` at `start`. It uses `memcmp`, because a loop over the bytes took a quarter of
    /// the time of a run without changes.
    private static func haveEqualBytes(_ piece: [UInt8], _ bytes: [UInt8], from start: Int, _ length: Int) -> Bool {
        precondition(start >= 0 && length <= piece.count && start + length <= bytes.count)
        return unsafe piece.withUnsafeBytes { left in
            unsafe bytes.withUnsafeBytes { right in
                guard let left = left.baseAddress, let right = right.baseAddress else { return true }
                return unsafe memcmp(left, right + start, length) == 0
            }
        }
    }

    private static func piece(of file: borrowing FileDescriptor, at position: Int) throws(SystemError) -> [UInt8] {
        let number = file.number
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: pieceBytes) { buffer, count in
            let result = FileDescriptor.retrying { unsafe pread(number, buffer.baseAddress, pieceBytes, off_t(position)) }
            if result < 0 { failure = SystemError.last("read", "") }
            count = max(0, result)
        }
        if let failure { throw failure }
        return bytes
    }
}

/// The content of a file in pieces, so that a long file need not fit into memory.
package protocol FileContent: ~Copyable {
    /// The number of bytes.
    var count: Int { get }

    /// Calls a closure with all bytes in order, until it returns false.
    func forEachPiece(_ body: ([UInt8]) throws(SystemError) -> Bool) throws(SystemError)
}

extension [UInt8]: FileContent {
    package func forEachPiece(_ body: ([UInt8]) throws(SystemError) -> Bool) throws(SystemError) { _ = try body(self) }
}
