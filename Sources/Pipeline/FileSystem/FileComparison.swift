#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Compares files with new content, so that unchanged files need not be written.
enum FileComparison {
    private static let pieceBytes = 256 << 10

    /// Whether an open regular file has exactly these bytes.
    static func hasContent(_ file: borrowing FileDescriptor, _ bytes: [UInt8]) throws(SystemError) -> Bool {
        let status = try file.status()
        guard status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == bytes.count else { return false }
        var position = 0
        while position < bytes.count {
            let piece = try piece(of: file, at: position)
            guard !piece.isEmpty, piece.count <= bytes.count - position,
                haveEqualBytes(piece, bytes, from: position)
            else { return false }
            position += piece.count
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
            guard !piece.isEmpty, piece.count == other.count, haveEqualBytes(piece, other, from: 0) else { return false }
            position += piece.count
        }
        return true
    }

    /// Whether `bytes` contains `piece` at `start`. A comparison byte by byte took a quarter of the time of a run without changes.
    private static func haveEqualBytes(_ piece: [UInt8], _ bytes: [UInt8], from start: Int) -> Bool {
        precondition(start >= 0 && start + piece.count <= bytes.count)
        return unsafe piece.withUnsafeBytes { left in
            unsafe bytes.withUnsafeBytes { right in
                guard let left = left.baseAddress, let right = right.baseAddress else { return true }
                return unsafe memcmp(left, right + start, piece.count) == 0
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
