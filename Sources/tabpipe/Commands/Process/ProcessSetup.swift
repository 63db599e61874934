internal import Foundation

/// Prepares the process before anything else begins.
enum ProcessSetup {
    /// How many files the system has to allow beside those that are open. With fewer, the libraries that watch signals and timers end the
    /// process; where the run itself opens more, it fails with a message.
    private static let neededDescriptors = 16

    /// Has failed writes report an error instead of ending the process, to a pipe without a reader and above the limit of a file's size.
    static func ignoreWriteSignals() {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// What keeps the program from running; nil if nothing does.
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
