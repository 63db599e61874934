import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The connection to a Chromium process: messages of the Chrome DevTools Protocol in JSON, each with a zero byte at its end.
///
/// All pages of a process send through it, and its thread reads the answers for all of them, and so it is a class.
///
/// - SeeAlso: [Chrome DevTools Protocol](https://chromedevtools.github.io/devtools-protocol/)
final class BrowserPipe: Sendable {
    typealias Message = [String: Any]
    /// Receives the result of a command, on the thread that reads, or on that of the limit.
    typealias Completion = @Sendable (sending Result<Message, any Error>) -> Void

    /// How long a command may take, in seconds. Only a browser that hangs takes longer.
    static let secondsAtMost = 60

    private struct Command {
        let name: String
        let session: String?
        let completion: Completion
    }

    private struct State {
        var isClosed = false
        var lastNumber = 0
        var commands: [Int: Command] = [:]
        var pages: [String: BrowserPage] = [:]
    }

    private let socket: Int32
    private let state = Mutex(State())
    /// Whether the socket is open. It is locked while a message is written, so that messages do not mix.
    private let isOpen = Mutex(true)

    /// A queue of its own, because the global queues share their threads with the task pool.
    private static let limits = DispatchQueue(label: "limits of browser commands")

    /// - Parameter socket: A connected socket, which this object closes.
    init(socket: Int32) {
        self.socket = socket
        Thread.detachNewThread { self.read() }
    }

    /// Whether the process has ended.
    var isClosed: Bool { state.withLock(\.isClosed) }

    /// Ends the connection. Pending commands fail, and so do later ones.
    func end() {
        isOpen.withLock { isOpen in
            if isOpen { _ = shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    /// Sends a command and waits for its result.
    ///
    /// - Parameters:
    ///   - name: The method of the protocol.
    ///   - parameters: Its parameters; JSON must be able to represent them.
    ///   - session: The session of a page; nil for a command to the whole browser.
    /// - Throws: ``Browser/Failure`` if the browser refuses the command, has ended, or takes more than ``secondsAtMost``.
    func result(of name: String, _ parameters: Message = [:], session: String? = nil) async throws -> Message {
        try await withCheckedThrowingContinuation { continuation in
            post(name, parameters, session: session) { continuation.resume(with: $0) }
        }
    }

    /// Sends a command without waiting for its result.
    func post(_ name: String, _ parameters: Message = [:], session: String? = nil, completion: @escaping Completion = { _ in }) {
        let number = state.withLock { state -> Int? in
            guard !state.isClosed else { return nil }
            state.lastNumber += 1
            state.commands[state.lastNumber] = Command(name: name, session: session, completion: completion)
            return state.lastNumber
        }
        guard let number else { return completion(.failure(Self.ended)) }
        var message: Message = ["id": number, "method": name, "params": parameters]
        message["sessionId"] = session
        do {
            write(try JSONSerialization.data(withJSONObject: message) + [0])
        } catch {
            finish(number, .failure(error))
        }
        Self.limits.asyncAfter(deadline: .now() + .seconds(Self.secondsAtMost)) { [weak self] in
            let failure = Browser.Failure(description: "\(name) took more than \(Self.secondsAtMost) seconds")
            let isLate = self?.finish(number, .failure(failure)) ?? false
            // It is not only a page that hangs. The next test gets a new process.
            if isLate, session == nil { self?.end() }
        }
    }

    /// Hands the events of a session to a page from now on; nil ends that.
    func setPage(_ page: BrowserPage?, session: String) { state.withLock { $0.pages[session] = page } }

    /// Lets the pending commands of a session fail.
    func fail(session: String, with error: any Error) {
        let commands = state.withLock { state in
            let numbers = state.commands.filter { $0.value.session == session }.map(\.key)
            return numbers.compactMap { state.commands.removeValue(forKey: $0) }
        }
        for command in commands { command.completion(.failure(error)) }
    }

    private static var ended: Browser.Failure { Browser.Failure(description: "the browser has ended") }

    /// Completes a command.
    ///
    /// - Returns: Whether it was still pending.
    @discardableResult private func finish(_ number: Int, _ result: sending Result<Message, any Error>) -> Bool {
        guard let command = state.withLock({ $0.commands.removeValue(forKey: number) }) else { return false }
        command.completion(result)
        return true
    }

    private func write(_ data: Data) {
        #if canImport(Glibc)
        let flags = Int32(MSG_NOSIGNAL)
        #else
        let flags: Int32 = 0
        #endif
        let isWritten = isOpen.withLock { isOpen in
            guard isOpen else { return false }
            return unsafe data.withUnsafeBytes { bytes in
                var rest = unsafe bytes[...]
                while unsafe !rest.isEmpty {
                    let count = unsafe send(socket, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, flags)
                    guard count > 0 else {
                        if errno == EINTR { continue }
                        return false
                    }
                    unsafe rest = unsafe rest.dropFirst(count)
                }
                return true
            }
        }
        // The thread that reads notices it, and lets all commands fail.
        if !isWritten { end() }
    }

    /// Reads messages until the process ends.
    private func read() {
        var unread = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe recv(socket, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            for part in buffer[..<count].split(separator: 0, omittingEmptySubsequences: false).enumerated() {
                // A zero byte stands before each part but the first.
                if part.offset > 0 {
                    receive(unread)
                    unread = Data()
                }
                unread += part.element
            }
        }
        let (commands, pages) = state.withLock { state in
            state.isClosed = true
            defer { (state.commands, state.pages) = ([:], [:]) }
            return (state.commands.values, state.pages.values)
        }
        for command in commands { command.completion(.failure(Self.ended)) }
        for page in pages { page.end(Self.ended) }
        isOpen.withLock { isOpen in
            isOpen = false
            close(socket)
        }
    }

    private func receive(_ data: Data) {
        guard let message = try? JSONSerialization.jsonObject(with: data) as? Message else { return }
        guard let number = message["id"] as? Int else {
            guard let session = message["sessionId"] as? String, let event = message["method"] as? String else { return }
            let page = state.withLock { $0.pages[session] }
            page?.receive(event, message["params"] as? Message ?? [:])
            return
        }
        guard let command = state.withLock({ $0.commands.removeValue(forKey: number) }) else { return }
        if let problem = message["error"] as? Message {
            let text = "\(command.name): \(problem["message"] as? String ?? "")"
            command.completion(.failure(Browser.Failure(description: text)))
        } else {
            command.completion(.success(message["result"] as? Message ?? [:]))
        }
    }
}
