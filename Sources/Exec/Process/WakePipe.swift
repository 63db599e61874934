internal import Pipeline

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
        _ = FileReading.retrying { unsafe write(writingEnd, &byte, 1) }
    }

    /// Takes all bytes out of the pipe.
    func clear() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while case .bytes = FileReading.read(readingEnd, into: &bytes) {}
    }
}
