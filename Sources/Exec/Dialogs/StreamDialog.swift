internal import JSONParsing
internal import Pipeline
internal import ProgramRunning

/// The dialog of a source, of a sink, and of a stage with the protocol `envelope`: input and output are streams, and the end is checked.
struct StreamDialog: ProgramDialog {
    typealias Reader = OutputLineReader

    enum Role: Sendable { case source, stage, sink }

    enum Answer: Sendable, Equatable {
        case value(JSONValue)
        /// A line that is no record, or a record that the program refused, with the number of the line that it came from.
        case refused(JSONValue?, reason: String, line: Int?)
        /// This many more lines were passed to the pipe.
        case taken(Int)
        /// The last answer, with the reason if the run has to fail.
        case over(String?)
        /// The last answer: the program cannot be started.
        case cannotStart(String)
    }

    /// The greatest number of unsent records. Above it, no further batch is requested.
    static let maxUnsentRecords = 512
    /// The greatest number of bytes of output that wait to be taken.
    private static let maxWaitingBytes = 1 << 20
    /// The memory that a value takes besides its text, in bytes.
    private static let valueOverhead = 64

    private let name: String
    private let role: Role
    private let style: ProgramProtocol
    private let start: Duration
    private let idle: Duration

    private var waiting: [(bytes: [UInt8], lines: Int)] = []
    private var answers: [Answer] = []
    private var waitingBytes = 0
    private var tally = EnvelopeTally()
    private var firstReject: String?
    private var isFinished: Bool
    private(set) var isOver = false

    private var isRunning = false
    private var isSending = false
    private var hasEndedInput = false
    private var hasClosedInput = false
    private var hasOutput = false
    /// The time of the last activity. `idle` counts from here.
    private var since = ContinuousClock.now

    /// - Parameters:
    ///   - name: The name of the program in messages.
    ///   - start: The longest time until a source writes its first line.
    ///   - idle: The longest time without activity, while the program should read or write.
    init(name: String, role: Role, style: ProgramProtocol, start: Duration, idle: Duration) {
        self.name = name
        self.role = role
        self.style = style
        self.start = start
        self.idle = idle
        isFinished = role == .source
        if role != .source { tally.sent = (0, 0) }
    }

    /// Adds records as lines.
    mutating func add(_ bytes: [UInt8], lines: Int) {
        guard lines > 0, !isOver else { return }
        tally.sent?.lines += lines
        tally.sent?.bytes += bytes.count
        waiting.append((bytes, lines))
    }

    /// No more records will come.
    mutating func finish() { isFinished = true }

    // A program that gets no record runs, too: it may write a summary, and it has to prove its end.
    var wantsProgram: Bool { !isOver }
    var endsInput: Bool { isFinished && waiting.isEmpty }
    // The program of a sink publishes its records when it sees the end of its input. A sink that is stopped early must not publish.
    var mayEndEarly: Bool { role != .sink }
    var wantsOutput: Bool { waitingBytes < Self.maxWaitingBytes }
    var isBusy: Bool { hasOutput && role != .sink }
    var hasAnswers: Bool { !answers.isEmpty }

    var deadline: (time: ContinuousClock.Instant, reason: String)? {
        guard isRunning, wantsOutput else { return nil }
        if tally.end != nil, hasEndedInput, role != .sink { return (since + Self.grace, "kept running after its line \"end\"") }
        if role == .source, !hasOutput {
            return (since + start, "wrote nothing within \(LineDialog.text(start)) after its start (start_timeout_seconds)")
        }
        let limit = "\(LineDialog.text(idle)) (idle_timeout_seconds)"
        if role == .source { return (since + idle, "neither wrote a line nor ended for \(limit)") }
        if hasClosedInput { return (since + idle, "closed its input, and kept running for \(limit)") }
        if isSending { return (since + idle, "read nothing for \(limit)") }
        return hasEndedInput ? (since + idle, "kept running for \(limit) after the end of its input") : nil
    }

    mutating func started(at now: ContinuousClock.Instant) {
        isRunning = true
        since = now
    }

    mutating func cannotStart(because reason: String) {
        isOver = true
        answers.append(.cannotStart("\(name) cannot be started: \(reason)"))
    }

    mutating func takeInput(at now: ContinuousClock.Instant) -> [UInt8]? {
        isSending = false
        guard !waiting.isEmpty else { return nil }
        let (bytes, lines) = waiting.removeFirst()
        answers.append(.taken(lines))
        isSending = true
        since = now
        return bytes
    }

    mutating func sent(isAll: Bool, at now: ContinuousClock.Instant) {
        isSending = !isAll
        since = now
    }

    mutating func inputClosed(at now: ContinuousClock.Instant) {
        hasClosedInput = true
        since = now
    }

    mutating func inputEnded(at now: ContinuousClock.Instant) {
        hasEndedInput = true
        since = now
    }

    mutating func receive(_ lines: [ProgramLine], at now: ContinuousClock.Instant) {
        guard !isOver else { return }
        since = now
        hasOutput = hasOutput || !lines.isEmpty
        for line in lines where !isOver { receive(line) }
    }

    private mutating func receive(_ line: ProgramLine) {
        if case .empty = line { return }
        guard style == .envelope else {
            switch line {
            case .json(let value): return add(value)
            case .garbage(let text, _): return add(.refused(.string(text), reason: "\(name) \(line.fault ?? "")", line: nil))
            case .tooLong, .empty: return add(.refused(nil, reason: "\(name) \(line.fault ?? "")", line: nil))
            }
        }
        guard case .json(let value) = line else { return end("\(name) \(line.fault ?? "")") }
        do throws(RecordError) {
            let parsed = try EnvelopeLine(value)
            if let fault = tally.count(parsed) { return end("\(name) \(fault)") }
            switch parsed {
            case .ok(let value): if role != .sink { add(value) }
            case .reject(let reject):
                firstReject = firstReject ?? reject.words(of: name)
                if role != .sink { add(.refused(reject.record, reason: reject.words(of: name), line: reject.line)) }
            case .end: break
            }
        } catch {
            end("\(name) wrote a line that is not one of the protocol \"envelope\": \(error)")
        }
    }

    private mutating func add(_ value: JSONValue) {
        waitingBytes += value.approximateByteCount + Self.valueOverhead
        answers.append(.value(value))
    }

    private mutating func add(_ refused: Answer) {
        waitingBytes += Self.valueOverhead
        answers.append(refused)
    }

    // A source or a sink may close its output and work on.
    mutating func outputClosed(at now: ContinuousClock.Instant) { since = now }

    mutating func ended(_ end: ProgramEnd) {
        isRunning = false
        guard !isOver else { return }
        self.end(fault(at: end).map { "\(name) \($0)" })
    }

    /// The fault at the end of the program, as a clause whose subject is the program; nil if there is none.
    private func fault(at end: ProgramEnd) -> String? {
        if style == .envelope {
            if let fault = tally.fault { return end.isSuccess ? fault : "\(end.words), and \(fault)" }
            // The counts may match although further records wait to be sent.
            if !hasEndedInput, role != .source { return "ended before the end of its input" }
            if role == .sink, tally.rejected > 0 {
                return "rejected \(tally.rejected.counted("record")), which is too late for a sink; the first: \(firstReject ?? "")"
            }
            if role == .stage, let fault = tally.sumFault { return fault }
            // The line "end" proves that the output is complete. Only a sink has work to do after it.
            return role == .sink && !end.isSuccess ? end.words : nil
        }
        if !end.isSuccess { return end.words }
        return hasEndedInput ? nil : "ended before the end of its input"
    }

    private mutating func end(_ reason: String?) {
        guard !isOver else { return }
        isOver = true
        answers.append(.over(reason))
    }

    mutating func takeAnswers(at now: ContinuousClock.Instant) -> [Answer] {
        // While the output waited, the program may have waited, too.
        if !wantsOutput { since = now }
        waitingBytes = 0
        defer { answers = [] }
        return answers
    }
}
