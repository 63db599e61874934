internal import Ground

/// The outcome of a program that turns its input into output.
public enum ProgramOutcome: Sendable, Equatable {
    /// All that a program wrote that exited with the status 0.
    case output([UInt8])
    /// It cannot be started, or its input cannot be read.
    case cannotStart(String)
    case failed(ProgramEnd)
    case tookTooLong
    /// It wrote more than the limit of its command.
    case wroteTooMuch
}

/// Runs a program once, and returns its output. The program and all that it has started are gone when the function returns.
///
/// - Parameters:
///   - command: The program.
///   - input: An open file that becomes the standard input, from its current position; nil for none. The caller keeps it open.
///   - maxSeconds: The time limit.
/// - Throws: `CancellationError`; ``PipelineFailure`` if the process can open no more files.
public func outputOfProgram(_ command: ProgramCommand, input: Int32?, maxSeconds: Double) async throws -> ProgramOutcome {
    let dialog = OutputDialog(input: input, limit: command.outputLimit, maxTime: .seconds(maxSeconds))
    let outcome: ProgramOutcome? = try await withProgram(command, dialog) { loop in
        while true {
            let events = await loop.events()
            if events.isEmpty { return nil }
            // Messages on standard error have no reader here.
            for case .answer(let outcome) in events { return outcome }
        }
    }
    try Task.checkCancellation()
    guard let outcome else { preconditionFailure("a dialog ends with an outcome unless it is cancelled") }
    return outcome
}

/// Gives a program the bytes of a file, and collects its output.
private struct OutputDialog: ProgramDialog {
    /// Passes on bytes as they come.
    struct Reader: ProgramOutputReader {
        init(limit: Int) {}

        mutating func feed(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] { bytes.isEmpty ? [] : [bytes] }
    }

    private static let pieceBytes = 256 << 10
    private static let late = "took too long"

    private let input: Int32?
    private let limit: Int
    private let maxTime: Duration
    private var start: ContinuousClock.Instant?
    private var output: [UInt8] = []
    private var outcome: ProgramOutcome?
    private var isTaken = false
    private(set) var endsInput: Bool

    init(input: Int32?, limit: Int, maxTime: Duration) {
        (self.input, self.limit, self.maxTime) = (input, limit, maxTime)
        endsInput = input == nil
    }

    var wantsProgram: Bool { start == nil }
    var isOver: Bool { outcome != nil }
    var mayEndEarly: Bool { false }
    var wantsOutput: Bool { true }
    var isBusy: Bool { false }
    var deadline: (time: ContinuousClock.Instant, reason: String)? { start.map { ($0 + maxTime, Self.late) } }
    var hasAnswers: Bool { outcome != nil && !isTaken }

    mutating func started(at now: ContinuousClock.Instant) { start = now }
    mutating func cannotStart(because reason: String) { outcome = .cannotStart(reason) }

    mutating func takeInput(at now: ContinuousClock.Instant) -> [UInt8]? {
        guard let input, !endsInput, outcome == nil else { return nil }
        do throws(SystemError) {
            let piece = try FileDescriptor.read(from: input, upTo: Self.pieceBytes)
            endsInput = piece.isEmpty
            return piece.isEmpty ? nil : piece
        } catch {
            outcome = .cannotStart(error.reason)
            return nil
        }
    }

    mutating func sent(isAll: Bool, at now: ContinuousClock.Instant) {}
    mutating func inputEnded(at now: ContinuousClock.Instant) {}

    mutating func receive(_ pieces: [ArraySlice<UInt8>], at now: ContinuousClock.Instant) {
        for piece in pieces where outcome == nil {
            if output.count + piece.count > limit { outcome = .wroteTooMuch } else { output += piece }
        }
    }

    mutating func inputClosed(at now: ContinuousClock.Instant) {}
    mutating func outputClosed(at now: ContinuousClock.Instant) {}

    mutating func ended(_ end: ProgramEnd) {
        guard outcome == nil else { return }
        outcome = end.isSuccess ? .output(output) : end.stopReason == Self.late ? .tookTooLong : .failed(end)
    }

    mutating func takeAnswers(at now: ContinuousClock.Instant) -> [ProgramOutcome] {
        guard let outcome, !isTaken else { return [] }
        isTaken = true
        return [outcome]
    }
}
