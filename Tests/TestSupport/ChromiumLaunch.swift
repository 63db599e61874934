import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Starts a Chromium that reads commands from a socket and writes its answers to it.
///
/// Chromium ends when the other end of the socket is closed, and so also when the test process dies.
struct ChromiumLaunch {
    /// The number of the process, which leads a group of its own.
    let process: pid_t
    /// The test's end of the socket.
    let socket: Int32

    /// The switches that chromedriver sets as well: nothing in the background, no questions to the user, no window that sleeps.
    private static let switches = [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--allow-file-access-from-files",
        "--enable-automation", "--allow-pre-commit-input", "--disable-background-networking", "--disable-background-timer-throttling",
        "--disable-backgrounding-occluded-windows", "--disable-breakpad", "--disable-client-side-phishing-detection",
        "--disable-default-apps", "--disable-features=IgnoreDuplicateNavs,Prewarm", "--disable-hang-monitor", "--disable-popup-blocking",
        "--disable-prompt-on-repost", "--disable-sync", "--no-default-browser-check", "--no-first-run", "--no-service-autorun",
        "--password-store=basic", "--use-mock-keychain",
    ]

    /// Starts Chromium.
    ///
    /// - Parameters:
    ///   - program: The path of the program.
    ///   - folder: The folder for its profile and its temporary files.
    ///   - switches: Additional command-line switches.
    /// - Throws: ``Browser/Failure`` if the process cannot be started.
    init(_ program: String, folder: URL, switches: [String]) throws {
        let (own, other) = try Self.socketPair()
        defer { close(other) }
        let pipe = ["--remote-debugging-pipe", "--user-data-dir=\(folder.path)"]
        let environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 }
        do {
            process = try Self.spawn(
                [program] + Self.switches + pipe + switches, environment: environment.map { "\($0)=\($1)" }, socket: other)
        } catch {
            close(own)
            throw error
        }
        socket = own
    }

    /// Two connected sockets. No other child process inherits them, since it would keep Chromium alive.
    private static func socketPair() throws -> (own: Int32, other: Int32) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Browser.Failure(description: "no sockets: error \(errno)") }
        // Above 4: descriptors 3 and 4 of the child are copies of this one.
        let other = fcntl(ends[1], F_DUPFD_CLOEXEC, 5)
        close(ends[1])
        _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
        var isOn: Int32 = 1
        unsafe setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
        var limit = timeval(tv_sec: BrowserPipe.secondsAtMost, tv_usec: 0)
        unsafe setsockopt(ends[0], SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        return (ends[0], other)
    }

    /// Starts a process with three descriptors on `/dev/null`, the socket as 3 and 4, and no other ones.
    ///
    /// It blocks and ignores no signals. Threads of the task pool block signals, a child process inherits that, and a browser without
    /// SIGCHLD does not start.
    private static func spawn(_ arguments: [String], environment: [String], socket: Int32) throws -> pid_t {
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
        for descriptor: Int32 in 0...2 { unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0) }
        for descriptor: Int32 in 3...4 { unsafe posix_spawn_file_actions_adddup2(&actions, socket, descriptor) }
        var none = sigset_t()
        var all = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETPGROUP)
        #if canImport(Darwin)
        flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
        #else
        // A copy of another test's pipe or socket would keep that open. The limit saves time where the system allows millions of files.
        for descriptor in 5..<Int32(min(sysconf(Int32(_SC_OPEN_MAX)), 4096)) {
            unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        #endif
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
        var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        var process: pid_t = 0
        let problem = unsafe posix_spawn(&process, arguments[0], &actions, &attributes, &words, &variables)
        guard problem == 0 else { throw Browser.Failure(description: "\(arguments[0]) does not start: error \(problem)") }
        return process
    }
}
