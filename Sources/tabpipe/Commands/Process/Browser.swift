internal import Pipeline

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// The browser of the desktop, which the system's opener starts.
enum Browser {
    #if os(macOS)
    private static let opener = "open"
    #else
    private static let opener = "xdg-open"
    #endif

    /// Opens an address and does not wait for the browser. A failure is a warning.
    static func open(_ address: String, _ console: Console) {
        let environment = ProcessInfo.processInfo.environment
        let folders = (EnvironmentVariable.path.value(in: environment) ?? "").split(separator: ":")
        guard let program = folders.map({ "\($0)/\(opener)" }).first(where: FileManager.default.isExecutableFile(atPath:)) else {
            console.warning("--open: there is no \(opener) on the PATH; open the address yourself")
            return
        }
        let code = start(program, [program, address], environment.map { "\($0)=\($1)" })
        if code != 0 { console.warning("--open: \(opener) could not be started: \(unsafe String(cString: strerror(code)))") }
    }

    /// Starts a program in a process group of its own, so that Ctrl-C does not end it.
    ///
    /// - Returns: The code of the error; 0 if the program runs.
    private static func start(_ program: String, _ arguments: [String], _ variables: [String]) -> Int32 {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        // A browser may run for hours. If it inherited standard output, the reader of that output would wait for the browser.
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        // The opener must not inherit the signals that tabpipe ignores.
        var signals = sigset_t()
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        #if canImport(Darwin)
        let flags = Int(POSIX_SPAWN_SETPGROUP) | Int(POSIX_SPAWN_SETSIGDEF) | Int(POSIX_SPAWN_SETSIGMASK) | Int(POSIX_SPAWN_CLOEXEC_DEFAULT)
        #else
        let flags = Int(POSIX_SPAWN_SETPGROUP) | Int(POSIX_SPAWN_SETSIGDEF) | Int(POSIX_SPAWN_SETSIGMASK)
        closeOthersInChildren()
        #endif
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        let texts = unsafe (arguments + variables).map { unsafe strdup($0) }
        defer { unsafe texts.forEach { unsafe free($0) } }
        let first = unsafe Array(texts.prefix(arguments.count)) + [nil]
        let second = unsafe Array(texts.dropFirst(arguments.count)) + [nil]
        var process: pid_t = 0
        let code = unsafe posix_spawn(&process, program, &actions, &attributes, first, second)
        // Waits for the opener, so that it does not stay a zombie. Without a thread, the system reaps it after tabpipe ends.
        if code == 0 { try? SystemThread.start { [process] in waitpid(process, nil, 0) } }
        return code
    }

    #if !canImport(Darwin)
    /// The largest number of descriptors to mark. tabpipe opens its own files close-on-exec.
    private static let maxDescriptors = 4096

    /// Marks the descriptors that tabpipe has inherited close-on-exec. Otherwise a parent that waits until all copies are closed would wait
    /// for the browser.
    private static func closeOthersInChildren() {
        let limit = sysconf(Int32(_SC_OPEN_MAX))
        let end = limit > Int(STDERR_FILENO) ? min(limit, maxDescriptors) : maxDescriptors
        for descriptor in STDERR_FILENO + 1..<Int32(end) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }
    #endif
}
