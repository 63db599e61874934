internal import JSONParsing
internal import Pipeline
internal import ProgramRunning

/// The dialog of a stage with the protocol `lines`: the n-th line that the program writes is the answer to the n-th line that it got.
///
/// Records are in flight from the time that they are sent until they are answered. A crash of the program loses those: their answers may be
/// lost in the pipe. If a program exits with status 0 after another number of lines than it got, answers cannot be matched to records, and
/// the run fails. A program that gives no answer in time gets the end of its input first: its exit tells whether it is stuck, or has left
/// out a line.
struct LineDialog: ProgramDialog {
    typealias Reader = OutputLineReader

    enum Answer: Sendable, Equatable {
        case value(JSONValue)
        case dropped
        case failed(String)
        /// A warning about the program. It follows the answers to earlier records.
        case remark(String)
        /// The last answer, with the reason if the run has to fail.
        case over(String?)
        /// The last answer: the program cannot be started.
        case cannotStart(String)
    }

    /// The greatest number of bytes to send at once.
    private static let maxPieceBytes = 64 << 10

    private let name: String
    private let window: Int
    private let timeouts: LineTimeouts
    private var restartsLeft: Int
    private let restarts: Int

    /// Unsent lines, by batch: the bytes, the end offset of each line, and the number of lines already sent.
    private var waiting: [(bytes: [UInt8], ends: [Int], taken: Int)] = []
    private var answers: [Answer] = []
    private var inFlight = 0
    private var given = 0
    private var answered = 0
    private var isFinished = false
    private(set) var isOver = false

    // The program that runs.
    private var isRunning = false
    private var hasEndedInput = false
    private var hasAnswered = false
    /// When the program could start on the first unanswered record. Timeouts count from here.
    private var since = ContinuousClock.now
    /// When the input of the program ended because an answer was late, and what was late, as a clause whose subject is the program.
    private var late: (time: ContinuousClock.Instant, reason: String)?
    private var closedOutputAt: ContinuousClock.Instant?
    private var closedInputAt: ContinuousClock.Instant?
    /// How the last program ended, as a clause whose subject is the program; nil if none has ended, or if another may be started.
    private var lastEnd: String?
    /// The fault of the last program's end, such as its exit code, although it had answered all records; nil for a good end.
    private var endFault: String?

    /// - Parameters:
    ///   - name: The name of the program in messages.
    ///   - window: The greatest number of records in flight.
    ///   - restarts: How often the program may be started again.
    init(name: String, window: Int, restarts: Int, timeouts: LineTimeouts) {
        self.name = name
        self.window = window
        self.restarts = restarts
        self.timeouts = timeouts
        restartsLeft = restarts
    }

    /// Adds records as lines.
    ///
    /// - Parameters:
    ///   - bytes: The lines.
    ///   - ends: The offset after each line.
    mutating func add(_ bytes: [UInt8], ends: [Int]) {
        guard !ends.isEmpty else { return }
        waiting.append((bytes, ends, 0))
        checkRestarts()
    }

    /// No more records will come.
    mutating func finish() {
        isFinished = true
        guard !isRunning, waiting.isEmpty else { return }
        end(endFault)
    }

    var wantsProgram: Bool { !isOver && !waiting.isEmpty }
    var endsInput: Bool { isFinished && waiting.isEmpty || late != nil }
    var mayEndEarly: Bool { true }
    var wantsOutput: Bool { true }
    var isBusy: Bool { inFlight > window / 4 }
    var hasAnswers: Bool { !answers.isEmpty }

    var deadline: (time: ContinuousClock.Instant, reason: String)? {
        guard isRunning else { return nil }
        if let closedOutputAt { return (closedOutputAt + Self.grace, "closed its output, and kept running") }
        if let closedInputAt { return (max(since, closedInputAt) + timeouts.record, "closed its input, and kept running") }
        if let late { return (late.time + Self.grace, late.reason) }
        if inFlight == 0 { return hasEndedInput ? (since + Self.grace, "kept running after the end of its input") : nil }
        let advice = "it must read line by line, and flush its output after each line"
        if hasAnswered {
            return (since + timeouts.record, "gave no answer within \(Self.text(timeouts.record)) (record_timeout_seconds); \(advice)")
        }
        return (
            since + timeouts.start, "gave no answer within \(Self.text(timeouts.start)) after its start (start_timeout_seconds); \(advice)"
        )
    }

    mutating func timeIsUp(because reason: String, at now: ContinuousClock.Instant) -> Bool {
        guard late == nil, closedOutputAt == nil, closedInputAt == nil, !hasEndedInput else { return true }
        late = (now, reason)
        return false
    }

    /// A time limit in words.
    static func text(_ duration: Duration) -> String {
        let seconds = duration / .seconds(1)
        return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
    }

    mutating func started(at now: ContinuousClock.Instant) {
        isRunning = true
        hasEndedInput = false
        hasAnswered = false
        closedOutputAt = nil
        closedInputAt = nil
        late = nil
        since = now
    }

    mutating func cannotStart(because reason: String) {
        isOver = true
        answers.append(.cannotStart("\(name) cannot be started: \(reason)"))
    }

    mutating func takeInput(at now: ContinuousClock.Instant) -> [UInt8]? {
        // Full pieces: a line at a time costs both processes a system call for each.
        guard !waiting.isEmpty, inFlight <= window / 2, closedOutputAt == nil, late == nil else { return nil }
        if inFlight == 0 { since = now }
        var piece: [UInt8] = []
        while let batch = waiting.first, inFlight < window, piece.isEmpty || piece.count < Self.maxPieceBytes {
            let start = batch.taken == 0 ? 0 : batch.ends[batch.taken - 1]
            var last = batch.taken
            while last + 1 < batch.ends.count, inFlight + last + 1 - batch.taken < window,
                batch.ends[last] - start + piece.count < Self.maxPieceBytes
            {
                last += 1
            }
            piece += batch.bytes[start..<batch.ends[last]]
            inFlight += last + 1 - batch.taken
            given += last + 1 - batch.taken
            if last + 1 == batch.ends.count { waiting.removeFirst() } else { waiting[0].taken = last + 1 }
        }
        return piece
    }

    mutating func sent(isAll: Bool, at now: ContinuousClock.Instant) {}

    mutating func inputClosed(at now: ContinuousClock.Instant) { closedInputAt = now }

    mutating func inputEnded(at now: ContinuousClock.Instant) {
        hasEndedInput = true
        if inFlight == 0 { since = now }
    }

    mutating func receive(_ lines: [ProgramLine], at now: ContinuousClock.Instant) {
        for line in lines where !isOver {
            guard inFlight > 0 else {
                end(
                    "\(name) wrote more lines than it got: \(line.shown): the protocol \"lines\" needs one line for each, so the answers "
                        + "cannot be told apart; text for people belongs on standard error")
                break
            }
            inFlight -= 1
            answered += 1
            switch line {
            case .json(let value): answers.append(.value(value))
            case .empty: answers.append(.dropped)
            case .garbage, .tooLong: answers.append(.failed("\(name) \(line.fault ?? "")"))
            }
        }
        if !lines.isEmpty {
            hasAnswered = true
            since = now
        }
    }

    mutating func outputClosed(at now: ContinuousClock.Instant) { closedOutputAt = now }

    mutating func ended(_ end: ProgramEnd) {
        isRunning = false
        lastEnd = late?.reason ?? end.words
        guard !isOver else { return }
        let lost = inFlight
        if end.isSuccess, lost > 0 {
            return self.end(
                "\(name) wrote \(answered.counted("line")) for \(given.counted("record")): the protocol \"lines\" needs one line for each, so "
                    + "the answers cannot be told apart; an empty line drops a record")
        }
        let words = end.stopReason ?? "\(end.words) before it had answered"
        for _ in 0..<lost { answers.append(.failed("\(name) \(words)")) }
        inFlight = 0
        if let late, lost == 0 { answers.append(.remark("\(name) \(late.reason). It answered when its input ended")) }
        endFault = lost == 0 && !end.isSuccess && end.stopReason == nil ? "\(name) \(end.words) after it had answered all records" : nil
        // The answers of the next program are counted anew.
        given = 0
        answered = 0
        guard hasEndedInput, late == nil else {
            if lost == 0, late == nil { answers.append(.remark("\(name) \(end.words) before the end of its input")) }
            return checkRestarts()
        }
        if lost == 0, let reason = end.stopReason { answers.append(.remark("\(name) \(reason), and was stopped")) }
        self.end(endFault)
    }

    /// Ends the dialog if a program is needed and may not be started again.
    private mutating func checkRestarts() {
        guard let lastEnd, !isRunning, !isOver else { return }
        if waiting.isEmpty { return isFinished ? end(endFault) : () }
        guard restartsLeft > 0 else {
            return end("\(name) \(lastEnd), and was started again \(restarts.counted("time")) before (restarts)")
        }
        restartsLeft -= 1
        self.lastEnd = nil
    }

    private mutating func end(_ reason: String?) {
        guard !isOver else { return }
        isOver = true
        answers.append(.over(reason))
    }

    mutating func takeAnswers(at now: ContinuousClock.Instant) -> [Answer] {
        defer { answers = [] }
        return answers
    }
}

/// The time limits of a stage with the protocol `lines`.
struct LineTimeouts: Sendable {
    var start = Duration.seconds(60)
    var record = Duration.seconds(60)
}
