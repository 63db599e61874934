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
    private let words: String?
    /// What is tried where a file of no name for the user is made in a folder.
    static let makingFile = "make a file in"

    /// - Parameter words: What is wrong, where the system's words would not say it.
    init(action: String, path: String, code: Int32, words: String? = nil) {
        self.action = action
        self.path = path
        self.code = code
        self.words = words
    }

    /// The error of the call that was just made.
    static func last(_ action: String, _ path: String) -> SystemError {
        SystemError(action: action, path: path, code: errno)
    }

    /// The system's words, such as `No such file or directory`.
    package var reason: String {
        if let words { return words }
        return unsafe String(cString: strerror(code))
    }

    /// What it means for an output: it cannot be made, or it was made and cannot be written.
    package var outputFailure: PipelineFailure.Kind {
        switch action {
        case "open", "make", "make the folder", Self.makingFile: code == ENOSPC || code == EDQUOT ? .cannotWrite : .cannotCreate
        default: .cannotWrite
        }
    }

    package var description: String {
        path.isEmpty ? "cannot \(action): \(reason)" : "cannot \(action) \(path.printable): \(reason)"
    }
}
