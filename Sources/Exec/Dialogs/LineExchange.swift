internal import JSONParsing
internal import Pipeline

/// The dialog of a stage with the protocol `lines`: the n-th line that the program writes is the answer to the n-th line that it got.
///
/// A number of records is in flight: sent, or about to be sent, and not answered. If the program ends before its input does, they are lost:
/// their answers may have been on their way. A program that ends well with another number of lines than it got makes all answers doubtful.
struct LineExchange: ProgramDialog {
    enum Answer: Sendable, Equatable {
        case value(JSONValue)
        case dropped
        case failed(String)
        /// A remark on the program, behind the answers to earlier records.
        case remark(String)
        /// The last answer, with the reason if the run has to fail.
        case over(String?)
    }

    /// The greatest number of bytes to send at once.
    private static let maxPieceBytes = 64 << 10

    private let name: String
    private let window: Int
    private let timeouts: LineTimeouts
    private var restartsLeft: Int
    private let restarts: Int

    /// Lines that wait: of each batch the bytes, the end of each line, and the number of lines that were taken.
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
    /// The time from which the first record in flight is the program's only concern.
    private var since = ContinuousClock.now
    private var closedOutputAt: ContinuousClock.Instant?
    private var lastEnd: ProgramEnd?

    /// - Parameters:
    ///   - name: What messages call the program.
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
    ///   - ends: The offset behind each line.
    mutating func add(_ bytes: [UInt8], ends: [Int]) {
        guard !ends.isEmpty else { return }
        waiting.append((bytes, ends, 0))
        checkRestarts()
    }

    /// No more records will come.
    mutating func finish() {
        isFinished = true
        guard !isRunning, waiting.isEmpty else { return }
        end(lastEnd.flatMap { $0.isSuccess ? nil : "\(name) \($0.words) after it had answered all records" })
    }

    var wantsProgram: Bool { !isOver && !waiting.isEmpty }
    var endsInput: Bool { isFinished && waiting.isEmpty }
    var mayEndEarly: Bool { true }
    var wantsOutput: Bool { true }
    var isBusy: Bool { inFlight > window / 4 }
    var hasAnswers: Bool { !answers.isEmpty }

    var deadline: (time: ContinuousClock.Instant, reason: String)? {
        guard isRunning else { return nil }
        if let closedOutputAt { return (closedOutputAt + Self.grace, "closed its output, and went on") }
        if inFlight == 0 { return hasEndedInput ? (since + Self.grace, "went on after the end of its input") : nil }
        if hasAnswered {
            return (
                since + timeouts.record,
                "gave no answer within \(Self.text(timeouts.record)) (record_timeout_seconds); it must flush its output after each line"
            )
        }
        return (
            since + timeouts.start,
            "gave no answer within \(Self.text(timeouts.start)) after its start (start_timeout_seconds); it must flush its output after "
                + "each line"
        )
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
        since = now
    }

    mutating func cannotStart(because reason: String) { end("\(name) cannot be started: \(reason)") }

    mutating func takeInput(at now: ContinuousClock.Instant) -> [UInt8]? {
        // Full pieces: a line at a time costs both processes a system call for each.
        guard !waiting.isEmpty, inFlight <= window / 2, closedOutputAt == nil else { return nil }
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

    mutating func inputEnded(at now: ContinuousClock.Instant) {
        hasEndedInput = true
        if inFlight == 0 { since = now }
    }

    mutating func receive(_ lines: [ProgramLine], at now: ContinuousClock.Instant) {
        for line in lines where !isOver {
            guard inFlight > 0 else {
                end(
                    "\(name) wrote more lines than it got: the protocol \"lines\" needs one line for each, so the answers cannot be told "
                        + "apart")
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
        lastEnd = end
        guard !isOver else { return }
        let lost = inFlight
        if hasEndedInput, end.isSuccess, lost > 0 {
            return self.end(
                "\(name) wrote \(answered.counted("line")) for \(given.counted("record")): the protocol \"lines\" needs one line for each, so "
                    + "the answers cannot be told apart; an empty line drops a record")
        }
        for _ in 0..<lost { answers.append(.failed("\(name) \(end.words) before it had answered")) }
        inFlight = 0
        // The answers of the next program are counted anew.
        given = 0
        answered = 0
        guard hasEndedInput else { return checkRestarts(after: lost) }
        if lost == 0, !end.isSuccess {
            guard end.stopReason != nil else { return self.end("\(name) \(end.words) after it had answered all records") }
            answers.append(.remark("\(name) \(end.words), and was stopped"))
        }
        self.end(nil)
    }

    /// Ends the dialog if a program is needed and may not be started again.
    private mutating func checkRestarts(after lost: Int = 0) {
        guard let lastEnd, !isRunning, !isOver else { return }
        if waiting.isEmpty { return isFinished ? end(nil) : () }
        guard restartsLeft > 0 else {
            return end("\(name) \(lastEnd.words), and was started again \(restarts.counted("time")) before (restarts)")
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
