#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// Prepares the process before anything else begins.
enum ProcessSetup {
    /// The least number of descriptors that the process can still open. With fewer, Dispatch ends the process when it watches signals or
    /// timers. A run that opens more files fails with a message.
    private static let neededDescriptors = 16

    /// Ignores SIGPIPE and SIGXFSZ, so that a failed write returns an error: to a pipe without a reader, or above the limit of a file's size.
    static func ignoreWriteSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// The fault of the process that prevents every run; nil if there is none.
    static var fault: String? {
        var opened: [Int32] = []
        defer { for number in opened { close(number) } }
        for _ in 0..<neededDescriptors {
            let number = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard number >= 0 else {
                guard errno == EMFILE || errno == ENFILE else { return nil }
                return "too few files may be open at once: \(neededDescriptors) more are needed (ulimit -n)"
            }
            opened.append(number)
        }
        return nil
    }
}
