#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The failure of a system call.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The failed action as a verb: `open`, `write`, `rename`.
    package let action: String
    /// The path; "" if the call had none.
    package let path: String
    /// The error number, as in errno(3).
    package let code: Int32
    private let words: String?
    /// The action for a temporary file. The error has the path of the folder, because the user does not know the temporary name.
    static let makingFile = "make a file in"

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - action: The failed action as a verb.
    ///   - path: The path; "" if the call had none.
    ///   - code: The error number, as in errno(3).
    ///   - words: The reason, if the system's message for `code` would mislead.
    package init(action: String, path: String, code: Int32, words: String? = nil) {
        self.action = action
        self.path = path
        self.code = code
        self.words = words
    }

    /// The error of the last system call, from `errno`.
    package static func last(_ action: String, _ path: String) -> SystemError {
        SystemError(action: action, path: path, code: errno)
    }

    /// The reason in words, such as `No such file or directory`.
    package var reason: String {
        if let words { return words }
        return unsafe String(cString: strerror(code))
    }

    /// The kind of failure for an output: `cannotCreate` if the output could not be created, `cannotWrite` for later errors and a full
    /// disk.
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
