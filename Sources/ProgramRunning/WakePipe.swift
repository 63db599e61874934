internal import Ground

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// A pipe that wakes a thread out of a poll. A class, because its descriptors are closed when the last user is gone.
final class WakePipe: Sendable {
    let readingEnd: Int32
    private let writingEnd: Int32

    /// - Throws: ``PipelineFailure`` if the process can open no more files.
    init() throws {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            throw PipelineFailure(.tryAgainLater, "a program cannot be started: \(unsafe String(cString: strerror(errno)))")
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        readingEnd = ends[0]
        writingEnd = ends[1]
    }

    deinit {
        close(readingEnd)
        close(writingEnd)
    }

    func wake() {
        var byte: UInt8 = 0
        _ = NonblockingIO.retrying { unsafe write(writingEnd, &byte, 1) }
    }

    /// Takes all bytes out of the pipe.
    func clear() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while case .bytes = NonblockingIO.read(readingEnd, into: &bytes) {}
    }
}

/// Reads and writes descriptors that do not block.
enum NonblockingIO {
    /// What one attempt to read or write has done.
    enum TransferResult {
        /// The number of bytes that were read or written.
        case bytes(Int)
        /// Nothing can be read or written now.
        case later
        /// The end, or an error.
        case end
    }

    /// Reads the next bytes into a buffer.
    static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> TransferResult {
        let count = retrying { unsafe buffer.withUnsafeMutableBytes { unsafe readBytes(descriptor, $0.baseAddress, $0.count) } }
        return result(count)
    }

    /// Writes bytes from an offset on.
    static func write(_ bytes: [UInt8], from offset: Int, to descriptor: Int32) -> TransferResult {
        let count = retrying {
            unsafe bytes.withUnsafeBytes { unsafe writeBytes(descriptor, $0.baseAddress?.advanced(by: offset), $0.count - offset) }
        }
        return result(count)
    }

    private static func result(_ count: Int) -> TransferResult {
        if count > 0 { return .bytes(count) }
        return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) ? .later : .end
    }

    /// Repeats a call that a signal interrupts.
    static func retrying(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}

// Inside the type, the names `read` and `write` refer to its methods.
private func readBytes(_ number: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int { unsafe read(number, buffer, count) }
private func writeBytes(_ number: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int { unsafe write(number, buffer, count) }
