import JSONParsing
import ProgramRunning
import Testing

@testable import ExternalPrograms

/// What happens between a stage and its program, and the answers that come out of it.
struct LineExchangeExample: CustomTestStringConvertible, Sendable {
    enum Step: Sendable {
        case add(Int)
        case finish
        case start
        /// All lines that may be sent are sent.
        case send
        case write(String)
        case end(ProgramEnd)
        /// Time passes until the program is stopped, with a reason that begins like this.
        case late(String)
        /// The program closes its input.
        case closeInput
        /// Time passes until the input of the program ends early, with a reason that begins like this.
        case endOfInput(String)
    }

    let name: String
    var window = 4
    var restarts = 1
    let steps: [Step]
    let answers: [LineDialog.Answer]
    var testDescription: String { name }
}

@Suite("The protocol lines") struct LineExchangeTests {
    private static let exit0 = ProgramEnd(status: .exited(0))
    private static let exit3 = ProgramEnd(status: .exited(3))
    private static let lost = LineDialog.Answer.failed("p exited with the status 3 before it had answered")
    private static let apart = "so the answers cannot be told apart"

    static let examples: [LineExchangeExample] = [
        .init(
            name: "a value, an empty line and garbage", steps: [.add(3), .start, .send, .write("{}\n \nx\n"), .finish, .end(exit0)],
            answers: [
                .value(.object([:])), .dropped,
                .failed("p wrote a line that is not JSON: expected a value, found \"x\" (at byte 0): x"), .over(nil),
            ]),
        .init(name: "no record starts no program", steps: [.finish], answers: [.over(nil)]),
        .init(
            name: "one line too few", steps: [.add(2), .start, .send, .write("1\n"), .finish, .end(exit0)],
            answers: [
                .value(1),
                .over(
                    "p wrote 1 line for 2 records: the protocol \"lines\" needs one line for each, \(apart); an empty line drops a record"),
            ]),
        .init(
            name: "one line too many", steps: [.add(1), .start, .send, .write("1\n2\n")],
            answers: [
                .value(1),
                .over(
                    "p wrote more lines than it got: 2: the protocol \"lines\" needs one line for each, \(apart); text for people belongs on "
                        + "standard error"),
            ]),
        .init(
            name: "a crash loses what is in flight, and the next program gets the rest", window: 2,
            steps: [.add(3), .start, .send, .write("1\n"), .end(exit3), .start, .send, .write("3\n"), .finish, .end(exit0)],
            answers: [.value(1), lost, .value(3), .over(nil)]),
        .init(
            name: "one crash too many", window: 1, restarts: 1,
            steps: [.add(3), .start, .send, .end(exit3), .start, .send, .end(exit3)],
            answers: [lost, lost, .over("p exited with the status 3, and was started again 1 time before (restarts)")]),
        .init(
            name: "a crash at the end of the input", steps: [.add(1), .finish, .start, .send, .end(exit3)], answers: [lost, .over(nil)]),
        .init(
            name: "a bad status behind all answers", steps: [.add(1), .finish, .start, .send, .write("1\n"), .end(exit3)],
            answers: [.value(1), .over("p exited with the status 3 after it had answered all records")]),
        .init(
            name: "an end before that of the input, without a record in flight",
            steps: [.add(1), .start, .send, .write("1\n"), .end(exit0), .add(1), .start, .send, .write("2\n"), .finish, .end(exit0)],
            answers: [.value(1), .remark("p exited with the status 0 before the end of its input"), .value(2), .over(nil)]),
        .init(
            name: "no answer after the start",
            steps: [
                .add(1), .start, .send, .endOfInput("gave no answer within 5 s after its start"),
                .late("gave no answer within 5 s after its start"), .end(ProgramEnd(status: .signalled(15), stopReason: "gave no answer")),
            ], answers: [.failed("p gave no answer")]),
        .init(
            name: "no answer to the second record",
            steps: [
                .add(2), .start, .send, .write("1\n"), .endOfInput("gave no answer within 7 s (record_timeout_seconds)"),
                .late("gave no answer within 7 s (record_timeout_seconds)"),
            ], answers: [.value(1)]),
        .init(
            name: "a closed input, with and without a record in flight",
            steps: [
                .add(2), .start, .send, .closeInput, .late("closed its input, and kept running"), .write("1\n2\n"),
                .late("closed its input, and kept running"), .end(ProgramEnd(status: .signalled(15), stopReason: "closed its input")),
            ], answers: [.value(1), .value(2), .remark("p closed its input before the end of its input")]),
        .init(
            name: "a line that is left out, and a source that pauses",
            steps: [.add(2), .start, .send, .write("2\n"), .endOfInput("gave no answer within 7 s"), .end(exit0)],
            answers: [
                .value(2),
                .over(
                    "p wrote 1 line for 2 records: the protocol \"lines\" needs one line for each, \(apart); an empty line drops a record"),
            ]),
        .init(
            name: "a line that is left out, and an end before that of the input", window: 2,
            steps: [.add(3), .start, .send, .write("2\n"), .end(exit0)],
            answers: [
                .value(2),
                .over(
                    "p wrote 1 line for 2 records: the protocol \"lines\" needs one line for each, \(apart); an empty line drops a record"),
            ]),
        .init(
            name: "answers that come only at the end of the input", restarts: 1,
            steps: [
                .add(2), .start, .send, .endOfInput("gave no answer within 5 s after its start"), .write("1\n2\n"), .end(exit0), .add(1),
                .start, .send, .write("3\n"), .finish, .end(exit0),
            ],
            answers: [
                .value(1), .value(2),
                .remark(
                    "p gave no answer within 5 s after its start (start_timeout_seconds); it must read line by line, and flush its output "
                        + "after each line. It answered when its input ended"), .value(3), .over(nil),
            ]),
        .init(
            name: "a program that goes on after the end of its input",
            steps: [
                .add(1), .finish, .start, .send, .write("1\n"), .late("kept running after the end of its input"),
                .end(ProgramEnd(status: .signalled(15), stopReason: "kept running")),
            ],
            answers: [.value(1), .remark("p kept running, and was stopped"), .over(nil)]),
        .init(
            name: "a crash while the source pauses, and no further record", window: 1, restarts: 0,
            steps: [.add(1), .start, .send, .end(exit3), .finish], answers: [lost, .over(nil)]),
    ]

    @Test("gives one answer for each record", arguments: examples) func exchange(_ example: LineExchangeExample) {
        var exchange = LineDialog(
            name: "p", window: example.window, restarts: example.restarts,
            timeouts: LineTimeouts(start: .seconds(5), record: .seconds(7)))
        var answers: [LineDialog.Answer] = []
        let now = ContinuousClock.now
        var hasEnded = false
        for step in example.steps {
            switch step {
            case .add(let count):
                let lines = (1...count).map { "\($0)\n" }.joined()
                exchange.add(Array(lines.utf8), ends: (1...count).map { 2 * $0 })
            case .finish: exchange.finish()
            case .start:
                #expect(exchange.wantsProgram)
                exchange.started(at: now)
                hasEnded = false
            case .send:
                while let bytes = exchange.takeInput(at: now) { #expect(bytes.last == UInt8(ascii: "\n")) }
            case .write(let text):
                var lines = OutputLineReader(limit: 100)
                exchange.receive(lines.feed(Array(text.utf8)[...]), at: now)
            case .end(let end):
                if exchange.endsInput, !hasEnded { exchange.inputEnded(at: now) }
                exchange.ended(end)
            case .late(let reason):
                if exchange.endsInput {
                    exchange.inputEnded(at: now)
                    hasEnded = true
                }
                #expect(exchange.deadline?.reason.hasPrefix(reason) == true, "\(exchange.deadline?.reason ?? "none")")
                let isStopped = exchange.timeIsUp(because: reason, at: now)
                #expect(isStopped)
            case .closeInput: exchange.inputClosed(at: now)
            case .endOfInput(let reason):
                #expect(!exchange.endsInput)
                let found = exchange.deadline?.reason ?? "none"
                #expect(found.hasPrefix(reason), "\(found)")
                let isStopped = exchange.timeIsUp(because: found, at: now)
                let bytes = exchange.takeInput(at: now)
                #expect(!isStopped && exchange.endsInput && bytes == nil)
            }
            answers += exchange.takeAnswers(at: now)
        }
        #expect(answers == example.answers)
        #expect(exchange.isOver == (answers.last.map { if case .over = $0 { true } else { false } } ?? false))
    }

    @Test("never has more records in flight than the window allows", arguments: [1, 2, 3, 7, 100]) func window(_ window: Int) {
        var exchange = LineDialog(name: "p", window: window, restarts: 0, timeouts: LineTimeouts())
        let now = ContinuousClock.now
        for _ in 0..<5 { exchange.add(Array("1\n22\n".utf8), ends: [2, 5]) }
        exchange.finish()
        exchange.started(at: now)
        var sent: [UInt8] = []
        var answered = 0
        var rounds = 0
        while answered < 10, rounds < 100 {
            rounds += 1
            while let bytes = exchange.takeInput(at: now) { sent += bytes }
            let lines = sent.count { $0 == UInt8(ascii: "\n") }
            #expect(lines - answered <= window && lines > answered)
            exchange.receive([.json(1)], at: now)
            answered += 1
        }
        #expect(String(decoding: sent, as: UTF8.self) == String(repeating: "1\n22\n", count: 5))
        #expect(exchange.endsInput)
    }
}
