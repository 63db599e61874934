internal import Pipeline

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// A program that runs in a process group of its own. The group is killed when the value goes out of scope.
struct RunningProgram: ~Copyable, Sendable {
    private let process: pid_t
    private var hasEnded = false

    /// Starts a program without a shell, and without the variables of this process, which may hold secrets.
    ///
    /// - Parameters:
    ///   - path: The path of the program.
    ///   - arguments: The arguments behind the program's name.
    ///   - input: The standard input.
    ///   - output: The standard output.
    ///   - errors: The standard error.
    ///   - folder: The folder for temporary files.
    init(
        _ path: String, _ arguments: [String], input: Int32, output: Int32, errors: Int32, folder: String
    ) throws(ExternalProgramFault) {
        let variables = [
            "PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C", "HOME=\(folder)", "TMPDIR=\(folder)", "MAGICK_TEMPORARY_PATH=\(folder)",
            "OMP_NUM_THREADS=1", "VIPS_CONCURRENCY=1", "VIPS_BLOCK_UNTRUSTED=1",
        ]
        var started: pid_t = 0
        let code = Self.spawn(&started, path, [path] + arguments, variables, [input, output, errors])
        guard code == 0 else { throw .cannotStart(unsafe String(cString: strerror(code))) }
        process = started
    }

    deinit {
        guard !hasEnded else { return }
        kill(-process, SIGKILL)
        waitpid(process, nil, 0)
    }

    /// Whether the program has ended with success; nil while it runs.
    mutating func endedWithSuccess() -> Bool? {
        var status: Int32 = 0
        let result = unsafe waitpid(process, &status, WNOHANG)
        if result == 0 || result < 0 && errno == EINTR { return nil }
        hasEnded = true
        // What it has started itself ends, too.
        kill(-process, SIGKILL)
        return result == process && status == 0
    }

    private static func spawn(
        _ process: inout pid_t, _ path: String, _ arguments: [String], _ variables: [String], _ descriptors: [Int32]
    ) -> Int32 {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        let closing = POSIX_SPAWN_CLOEXEC_DEFAULT
        #else
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        let closing = 0
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        for (number, descriptor) in descriptors.enumerated() {
            unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
        }
        // The signals have their defaults: this process may ignore some.
        var signals = sigset_t()
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        let flags = Int(POSIX_SPAWN_SETPGROUP) | Int(POSIX_SPAWN_SETSIGDEF) | Int(POSIX_SPAWN_SETSIGMASK) | Int(closing)
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        let texts = unsafe (arguments + variables).map { unsafe strdup($0) }
        defer { unsafe texts.forEach { unsafe free($0) } }
        let first = unsafe Array(texts.prefix(arguments.count)) + [nil]
        let second = unsafe Array(texts.dropFirst(arguments.count)) + [nil]
        return unsafe posix_spawn(&process, path, &actions, &attributes, first, second)
    }
}
