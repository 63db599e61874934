internal import Ground

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// The times and sizes of all sessions.
enum SessionTiming {
    /// A read of fewer bytes suggests that the program flushes after each line.
    static let smallPiece = 16 << 10
    /// The pause after a short read, so that the next read returns several lines.
    static let napMicroseconds: UInt32 = 300
    fileprivate static let bufferBytes = 256 << 10
    /// The time between the steps that stop a program.
    fileprivate static let grace = Duration.seconds(1)
    /// The time that the guard has to kill the program, before this process kills the guard.
    fileprivate static let guardTime = Duration.seconds(5)
    /// How long to wait for the end of the output after the program has exited.
    fileprivate static let drain = Duration.seconds(1)
}

/// One run of a program, as the thread of its loop sees it.
struct ProgramSession<Reader: ProgramOutputReader>: ~Copyable {
    /// The steps of stopping a program.
    private enum Stop {
        case none
        /// The program has the end of its input, and may end by itself.
        case ending(since: ContinuousClock.Instant)
        case terminating(since: ContinuousClock.Instant)
        /// The guard has to kill everything that the program has started.
        case killing(since: ContinuousClock.Instant)
        /// The guard did not kill everything in time, and was killed itself.
        case abandoned
    }

    var process: ProgramProcess
    var reader: Reader
    var wantsOutput = true
    private(set) var hasEndedInput = false
    /// How the program ended; nil while it runs.
    private(set) var end: ProgramEnd?
    private var messages = StandardErrorLines()
    private var pending: [UInt8] = []
    private var offset = 0
    private var stop = Stop.none
    private var stopReason: String?
    /// Whether reading was given up, because another process keeps the output open.
    private var isGivenUp = false
    private var buffer = [UInt8](repeating: 0, count: SessionTiming.bufferBytes)

    init(_ process: consuming ProgramProcess, _ reader: Reader) {
        self.process = process
        self.reader = reader
    }

    /// Whether the program has ended, and its output was read.
    var isOver: Bool {
        guard end != nil else { return false }
        return process.output < 0 && process.errors < 0 || isGivenUp
    }

    /// How the program ended. Output that something else keeps open may be incomplete.
    var finalEnd: ProgramEnd? {
        guard var end else { return nil }
        if process.output >= 0, !isStopped { end.stopReason = "exited, but another process keeps its output open" }
        return end
    }

    /// Handles a wait in which nothing came. After the program has exited, output that a process outside the guard's reach still holds open
    /// is given up.
    mutating func noteSilence(since start: ContinuousClock.Instant) {
        if end != nil, wantsOutput || isStopped, start + SessionTiming.drain <= .now { isGivenUp = true }
    }

    /// Whether the program is being stopped. Its output is then ignored.
    var isStopped: Bool { if case .none = stop { false } else { true } }

    /// Whether all input was sent, and more may be.
    var canSend: Bool { pending.isEmpty && process.input >= 0 && !isStopped }

    mutating func send(_ bytes: [UInt8]) {
        pending = bytes
        offset = 0
    }

    mutating func endInput() {
        hasEndedInput = true
        process.endInput()
    }

    /// The descriptors to wait for.
    func descriptors(wake: Int32) -> [Int32: PollDirection] {
        var list: [Int32: PollDirection] = [wake: .in]
        if process.input >= 0, !pending.isEmpty { list[process.input] = .out }
        if process.output >= 0, wantsOutput || isStopped { list[process.output] = .in }
        if process.errors >= 0 { list[process.errors] = .in }
        if process.status >= 0 { list[process.status] = .in }
        return list
    }

    /// Writes what the pipe has room for.
    ///
    /// - Returns: Whether all was sent.
    mutating func writeInput() -> Bool {
        switch NonblockingIO.write(pending, from: offset, to: process.input) {
        case .bytes(let count): offset += count
        case .later: break
        case .end:
            // The program has closed its input. The dialog judges that when the program ends, or when its deadline passes.
            process.closeInput()
            offset = pending.count
        }
        guard offset == pending.count else { return false }
        pending = []
        return true
    }

    /// Reads a piece of output.
    ///
    /// - Returns: The pieces that are complete, and the number of bytes; 0 at the end.
    mutating func readOutput() -> (pieces: [Reader.Piece], count: Int) {
        switch NonblockingIO.read(process.output, into: &buffer) {
        case .bytes(let count): return (isStopped ? [] : reader.feed(buffer[..<count]), count)
        case .later: return ([], SessionTiming.smallPiece)
        case .end:
            process.closeOutput()
            return ([], 0)
        }
    }

    /// Reads a piece of standard error.
    mutating func readErrors() -> [String] {
        switch NonblockingIO.read(process.errors, into: &buffer) {
        case .bytes(let count): return messages.feed(buffer[..<count])
        case .later: return []
        case .end:
            process.closeErrors()
            return []
        }
    }

    /// The rest of standard error.
    mutating func lastMessages() -> [String] { messages.feed([]) }

    mutating func takeStatus() {
        end = ProgramEnd(status: process.takeStatus(), stopReason: stopReason)
        pending = []
        process.closeInput()
    }

    /// Starts to stop the program.
    ///
    /// - Parameters:
    ///   - reason: The reason as a clause whose subject is the program.
    ///   - endsInput: Whether the program gets the end of its input first, and time to end by itself.
    mutating func stop(because reason: String, endsInput: Bool, at now: ContinuousClock.Instant) {
        guard !isStopped, end == nil else { return }
        stopReason = reason
        pending = []
        if endsInput, process.input >= 0 {
            endInput()
            stop = .ending(since: now)
        } else {
            process.terminate()
            stop = .terminating(since: now)
        }
    }

    /// Takes the next step of stopping the program if it is time.
    ///
    /// - Returns: The time of the step after it; nil if there is none.
    mutating func advanceStop(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        if end != nil { return now + SessionTiming.drain }
        switch stop {
        case .none, .abandoned: return nil
        case .ending(let since):
            if now < since + SessionTiming.grace { return since + SessionTiming.grace }
            process.terminate()
            stop = .terminating(since: now)
        case .terminating(let since):
            if now < since + SessionTiming.grace { return since + SessionTiming.grace }
            process.kill()
            stop = .killing(since: now)
            return now + SessionTiming.guardTime
        case .killing(let since):
            if now < since + SessionTiming.guardTime { return since + SessionTiming.guardTime }
            process.abandon()
            stop = .abandoned
            return nil
        }
        return now + SessionTiming.grace
    }
}

/// The readiness of a descriptor to wait for: to be read, or to be written.
enum PollDirection { case `in`, out }

/// An event of a running program.
public enum ProgramEvent<Answer: Sendable>: Sendable {
    /// A result of the dialog.
    case answer(Answer)
    /// A line of the program's standard error, without control characters.
    case message(String)
}

extension ProgramEvent: Equatable where Answer: Equatable {}

/// Makes messages of what a program writes to standard error: lines of limited length, and a limited number of them.
public struct StandardErrorLines: Sendable {
    /// The greatest length of a message, in bytes.
    static let maxBytes = 1000
    /// The greatest number of messages of one run of a program.
    public static let maxLines = 1000

    private var rest: [UInt8] = []
    private var isCut = false
    private var count = 0
    private var dropped = 0

    /// Reads a piece of standard error; none at its end.
    ///
    /// - Returns: The messages that are complete, without control characters.
    mutating func feed(_ bytes: ArraySlice<UInt8>) -> [String] {
        var messages: [String] = []
        var start = bytes.startIndex
        while let newline = bytes[start...].firstIndex(where: { $0 == UInt8(ascii: "\n") }) {
            keep(bytes[start..<newline])
            end(&messages)
            start = newline + 1
        }
        keep(bytes[start...])
        guard bytes.isEmpty else { return messages }
        end(&messages)
        if dropped > 0 { messages.append("\(dropped.counted("further line")) on standard error") }
        dropped = 0
        return messages
    }

    private mutating func keep(_ piece: ArraySlice<UInt8>) {
        guard count < Self.maxLines else {
            // Of further lines, only the number is shown. One byte marks a line that is not empty.
            if !piece.isEmpty, rest.isEmpty { rest = [0x2E] }
            return
        }
        rest += piece.prefix(Self.maxBytes - rest.count)
        isCut = isCut || rest.count == Self.maxBytes && !piece.isEmpty
    }

    private mutating func end(_ messages: inout [String]) {
        defer {
            rest.removeAll(keepingCapacity: true)
            isCut = false
        }
        guard !rest.isEmpty else { return }
        guard count < Self.maxLines else {
            dropped += 1
            return
        }
        count += 1
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        messages.append(String(decoding: rest, as: UTF8.self).printable + (isCut ? "…" : ""))
    }
}
