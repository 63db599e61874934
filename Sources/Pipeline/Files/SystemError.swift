#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A call to the operating system that failed.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was tried: `open`, `write`, `rename`.
    package let action: String
    /// The path, if the call was given one.
    package let path: String
    /// The number of the error, as errno(3) lists them.
    package let code: Int32

    /// The error of the call that was just made.
    static func last(_ action: String, _ path: String) -> SystemError {
        SystemError(action: action, path: path, code: errno)
    }

    /// The system's words, such as `No such file or directory`.
    package var reason: String { unsafe String(cString: strerror(code)) }

    package var description: String {
        path.isEmpty ? "cannot \(action): \(reason)" : "cannot \(action) \(path.printable): \(reason)"
    }

    /// Whether the file or a folder on the way to it is not there.
    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
}
