internal import CurlCalls
internal import Ground
internal import Synchronization

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// The thread that runs all transfers of the process. It sleeps until a connection, a time limit or a command needs it.
///
/// A class, because all tasks with requests send it commands.
final class CurlLoop: Sendable {
    enum Command: Sendable {
        case start(CurlTransfer)
        /// Continue after a pause.
        case resume(CurlTransfer)
        /// Forget a cancelled transfer.
        case remove(CurlTransfer)
    }

    private struct Queue {
        var commands: [Command] = []
        /// Whether the thread sleeps, or is about to, so that a command must wake it.
        var isPolling = false
        /// Whether the thread is inside libcurl.
        var isWorking = false
        var isExiting = false
    }

    /// The loop for requests that are not guarded, such as those to URLs of the pipeline file. The first use loads libcurl and starts the
    /// thread.
    static let shared: Result<CurlLoop, TransportError> = Result { () throws(TransportError) in
        let loop = try start()
        // At the exit of the process, the TLS library frees its memory. Its handler was registered before this one, and so runs after it.
        atexit { _ = CurlLoop.shared.map { $0.stopAtExit() } }
        return loop
    }

    /// The loop for guarded requests. It has connections of its own: libcurl calls the guard only when it opens a connection, and so not for
    /// one that an unguarded request has opened.
    static let guarded: Result<CurlLoop, TransportError> = Result { () throws(TransportError) in
        let loop = try start()
        atexit { _ = CurlLoop.guarded.map { $0.stopAtExit() } }
        return loop
    }

    /// Whether libcurl has logged a message of TLS. Some builds log none, so that the end of a connection remains unknown.
    let logsTLS = Atomic(false)
    private let multi: CurlMulti
    private let queue = Mutex(Queue())

    private init(_ multi: CurlMulti) {
        self.multi = multi
    }

    /// Loads libcurl and starts the thread of a loop with connections of its own.
    static func start() throws(TransportError) -> CurlLoop {
        let loop = CurlLoop(try CurlMulti(CurlLibrary.loaded.get()))
        do throws(PipelineFailure) {
            try SystemThread.start { loop.run() }
        } catch {
            throw TransportError(.other(error.message), mayHaveReachedServer: false)
        }
        return loop
    }

    /// Passes a command to the thread. Any thread may call this.
    func submit(_ command: Command) {
        let mustWake = queue.withLock { queue in
            queue.commands.append(command)
            defer { queue.isPolling = false }
            return queue.isPolling
        }
        if mustWake { multi.wakeUp() }
    }

    private func run() {
        Self.blockPipeSignal()
        let clock = NetworkClock.system.now
        var worker = CurlWorker(multi)
        while let commands = takeCommands() {
            if !commands.isEmpty {
                let now = clock()
                for command in commands { worker.apply(command, now: now) }
            }
            let nearest = worker.perform(clock: clock)
            guard beginPolling() else { continue }
            multi.poll(atMost: Self.milliseconds(until: nearest, now: nearest < .infinity ? clock() : 0))
        }
        // The process exits. A release of the worker would call libcurl while the TLS library frees its memory.
        withExtendedLifetime(worker) { while true { _ = pause() } }
    }

    /// Returns the waiting commands; nil if the process exits.
    private func takeCommands() -> [Command]? {
        queue.withLock { queue in
            queue.isPolling = false
            queue.isWorking = !queue.isExiting
            guard !queue.isExiting else { return nil }
            defer { queue.commands = [] }
            return queue.commands
        }
    }

    /// Returns whether the thread may sleep, because there is no command.
    private func beginPolling() -> Bool {
        queue.withLock { queue in
            queue.isPolling = queue.commands.isEmpty
            queue.isWorking = false
            return queue.isPolling
        }
    }

    /// The time until a limit, rounded up.
    private static func milliseconds(until limit: Double, now: Double) -> Int32 {
        let milliseconds = ((limit - now) * 1000).rounded(.up)
        return milliseconds < Double(Int32.max) ? Int32(max(0, milliseconds)) : .max
    }

    /// Waits until the thread has left libcurl, for at most 100 ms, and keeps it outside.
    private func stopAtExit() {
        for _ in 0..<200 {
            let isWorking = queue.withLock { queue in
                queue.isExiting = true
                return queue.isWorking
            }
            if !isWorking { return }
            usleep(500)
        }
    }

    /// A write to a closed connection returns an error instead of ending the process: some TLS libraries do not set this themselves.
    private static func blockPipeSignal() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}

/// A multi handle of libcurl: transfers at the same time, and the connections that they share.
///
/// Any thread may call ``wakeUp()``; only the thread of the loop calls the rest.
@safe struct CurlMulti: @unchecked Sendable {
    private static let maxConnectionsOption: Int32 = 6
    /// The number of idle connections that stay open.
    private static let maxConnections = 64
    /// The kind of message that a transfer has ended, and the offsets of its handle and its code in `CURLMsg`.
    private static let done: Int32 = 1
    private static let handleOffset = 8
    private static let codeOffset = 16

    let library: CurlLibrary
    private let address: UnsafeMutableRawPointer

    /// - Throws: ``TransportError`` if there is not enough memory.
    init(_ library: CurlLibrary) throws(TransportError) {
        guard let address = unsafe library.multiInit() else {
            throw TransportError(.other("there is not enough memory for transfers"), mayHaveReachedServer: false)
        }
        self.library = library
        unsafe self.address = address
        _ = unsafe curl_calls_set_number(library.multiSetopt, address, Self.maxConnectionsOption, Self.maxConnections)
    }

    func add(_ handle: CurlHandle) throws(TransportError) {
        guard unsafe library.multiAdd(address, handle.address) == 0 else {
            throw TransportError(.other("libcurl refuses the transfer"), mayHaveReachedServer: false)
        }
    }

    func remove(_ handle: CurlHandle) { _ = unsafe library.multiRemove(address, handle.address) }

    /// Reads and writes what is possible without waiting. Calls the callbacks of the transfers.
    func perform() {
        var running: Int32 = 0
        _ = unsafe library.multiPerform(address, &running)
    }

    /// Waits until a connection is ready, a time limit of libcurl is over, or ``wakeUp()`` is called.
    ///
    /// - Parameter milliseconds: The longest wait.
    func poll(atMost milliseconds: Int32) { _ = unsafe library.multiPoll(address, nil, 0, milliseconds, nil) }

    /// Ends the current or the next ``poll(atMost:)``.
    func wakeUp() { _ = unsafe library.multiWakeup(address) }

    /// Returns a transfer that has ended, and the code of its end; nil if there is no more.
    func nextEnded() -> (transfer: CurlTransfer, code: Int32)? {
        var left: Int32 = 0
        while let message = unsafe library.multiReadMessage(address, &left) {
            guard unsafe message.load(as: Int32.self) == Self.done,
                let handle = unsafe message.load(fromByteOffset: Self.handleOffset, as: UnsafeMutableRawPointer?.self)
            else { continue }
            let code = unsafe message.load(fromByteOffset: Self.codeOffset, as: Int32.self)
            var data: UnsafeMutableRawPointer?
            _ = unsafe curl_calls_get(library.easyGetinfo, handle, CurlInfo.privateData.rawValue, &data)
            guard let data = unsafe data else { continue }
            return unsafe (Unmanaged<CurlTransfer>.fromOpaque(data).takeUnretainedValue(), code)
        }
        return nil
    }
}
