import JSONParsing
import ProgramRunning
import Testing

@testable import ExternalPrograms

/// A stream to and from a program, and how it is judged.
struct StreamExample: CustomTestStringConvertible, Sendable {
    let name: String
    let role: StreamDialog.Role
    let style: ProgramProtocol
    var lines = 0
    let output: String
    var end = ProgramEnd(status: .exited(0))
    /// Whether the program ends before its input does.
    var isEarly = false
    let answers: [StreamDialog.Answer]
    var testDescription: String { name }
}

@Suite("A stream to and from a program") struct StreamExchangeTests {
    private static let exit3 = ProgramEnd(status: .exited(3))
    private static func end(_ read: Int, _ written: Int, _ rejected: Int, _ more: String = "") -> String {
        #"{"end":{"read":\#(read),"written":\#(written),"rejected":\#(rejected)\#(more)}}"# + "\n"
    }

    static let examples: [StreamExample] = [
        .init(
            name: "a source", role: .source, style: .lines, output: "1\n\n{}\nno\n",
            answers: [
                .value(1), .value(.object([:])),
                .refused(
                    "no", reason: "p wrote a line that is not JSON: expected true, false or null, found \"o\" (at byte 1): no", line: nil),
                .over(nil),
            ]),
        .init(
            name: "a source with a bad status", role: .source, style: .lines, output: "1\n", end: exit3,
            answers: [.value(1), .over("p exited with the status 3")]),
        .init(name: "a sink", role: .sink, style: .lines, lines: 2, output: "", answers: [.taken(2), .over(nil)]),
        .init(
            name: "a sink with a bad status", role: .sink, style: .lines, lines: 2, output: "", end: exit3,
            answers: [.taken(2), .over("p exited with the status 3")]),
        .init(
            name: "a sink that ends early", role: .sink, style: .lines, lines: 2, output: "", isEarly: true,
            answers: [.taken(2), .over("p ended before the end of its input")]),
        .init(
            name: "an envelope that adds up, whatever the status", role: .stage, style: .envelope, lines: 3,
            output: #"{"ok":1}"# + "\n"
                + #"{"reject":{"reason":"bad","step":"stages[0]","stage":"filter","origin":{"line":2},"record":{}}}"# + "\n" + #"{"ok":2}"#
                + "\n" + end(3, 2, 1, #","input":{"lines":3,"bytes":6}"#), end: exit3,
            answers: [
                .taken(3), .value(1), .refused(.object([:]), reason: "p, stages[0] filter: bad", line: 2), .value(2), .over(nil),
            ]),
        .init(
            name: "an envelope that drops records and makes others", role: .stage, style: .envelope, lines: 3,
            output: #"{"ok":1}"# + "\n" + #"{"ok":2}"# + "\n" + end(3, 2, 0, #","filtered":2,"made":1"#),
            answers: [.taken(3), .value(1), .value(2), .over(nil)]),
        .init(
            name: "an envelope in which a record is missing", role: .stage, style: .envelope, lines: 2,
            output: #"{"ok":1}"# + "\n" + end(2, 1, 0),
            answers: [
                .taken(2), .value(1),
                .over(
                    "p counts read 2 + made 0, but written 1 + filtered 0 + rejected 0: \"end\" has to name records that were dropped as "
                        + "\"filtered\", and further ones as \"made\""),
            ]),
        .init(
            name: "an envelope whose sum is too large for a number", role: .stage, style: .envelope, lines: 1,
            output: end(1, 0, 0, #","made":9223372036854775807"#),
            answers: [
                .taken(1),
                .over(
                    "p counts read 1 + made 9223372036854775807, but written 0 + filtered 0 + rejected 0: \"end\" has to name records that "
                        + "were dropped as \"filtered\", and further ones as \"made\""),
            ]),
        .init(
            name: "an envelope with a negative count", role: .stage, style: .envelope, output: end(0, 0, 0, #","filtered":-1"#),
            answers: [
                .over(
                    #"p wrote a line that is not one of the protocol "envelope": .end.filtered: expected a whole number from 0, found a number"#
                )
            ]),
        .init(
            name: "an envelope with a count of another kind", role: .stage, style: .envelope,
            output: end(0, 0, 0, #","input":{"lines":"0"}"#),
            answers: [
                .over(
                    #"p wrote a line that is not one of the protocol "envelope": .end.input.lines: expected a whole number from 0, "#
                        + "found a string")
            ]),
        .init(
            name: "a reject without its record", role: .stage, style: .envelope, lines: 1,
            output: #"{"reject":{"reason":"bad"}}"# + "\n",
            answers: [
                .taken(1),
                .over(
                    #"p wrote a line that is not one of the protocol "envelope": .reject.record: missing; the record was expected, because "#
                        + "nothing else keeps it"),
            ]),
        .init(
            name: "an envelope that ends before its input does", role: .stage, style: .envelope, lines: 1,
            output: #"{"ok":1}"# + "\n" + end(1, 1, 0), isEarly: true,
            answers: [.taken(1), .value(1), .over("p ended before the end of its input")]),
        .init(
            name: "an envelope without an end", role: .stage, style: .envelope, lines: 1, output: #"{"ok":1}"# + "\n",
            answers: [.taken(1), .value(1), .over("p wrote no line \"end\", so its output is not complete")]),
        .init(
            name: "an envelope without an end, after a crash", role: .stage, style: .envelope, lines: 1, output: "", end: exit3,
            answers: [.taken(1), .over("p exited with the status 3, and wrote no line \"end\", so its output is not complete")]),
        .init(
            name: "an envelope that has read less", role: .stage, style: .envelope, lines: 2, output: end(1, 0, 0),
            answers: [.taken(2), .over("p counts 1 record as read, and 2 were sent")]),
        .init(
            name: "an envelope that has read other bytes", role: .stage, style: .envelope, lines: 2,
            output: end(2, 0, 0, #","input":{"lines":2,"bytes":3}"#),
            answers: [.taken(2), .over("p counts 3 bytes of input, and 4 were sent")]),
        .init(
            name: "an envelope that has written more", role: .stage, style: .envelope, lines: 1, output: end(1, 1, 0),
            answers: [.taken(1), .over("p counts 1 record as written, and 0 came")]),
        .init(
            name: "an envelope with a line behind the end", role: .source, style: .envelope, output: end(0, 0, 0) + #"{"ok":1}"# + "\n",
            answers: [.over("p wrote a line behind the line \"end\"")]),
        .init(
            name: "a line of another form", role: .source, style: .envelope, output: #"{"ok":1,"more":2}"# + "\n",
            answers: [
                .over(
                    #"p wrote a line that is not one of the protocol "envelope": expected an object with "ok", "reject" or "end" alone, "#
                        + #"found {"ok":1,"more":2}"#)
            ]),
        .init(
            name: "a sink that rejects", role: .sink, style: .envelope, lines: 1,
            output: #"{"reject":{"reason":"full","record":1}}"# + "\n" + end(1, 0, 1),
            answers: [.taken(1), .over("p rejected 1 record, which is too late for a sink; the first: p: full")]),
    ]

    @Test("ends with all that was proved, or with a reason", arguments: examples) func exchange(_ example: StreamExample) {
        var exchange = StreamDialog(name: "p", role: example.role, style: example.style, start: .seconds(5), idle: .seconds(7))
        let now = ContinuousClock.now
        let lines = String(repeating: "1\n", count: example.lines)
        exchange.add(Array(lines.utf8), lines: example.lines)
        if !example.isEarly { exchange.finish() }
        exchange.started(at: now)
        while exchange.takeInput(at: now) != nil { exchange.sent(isAll: true, at: now) }
        #expect(exchange.endsInput != example.isEarly)
        if exchange.endsInput { exchange.inputEnded(at: now) }
        #expect((exchange.deadline != nil) != example.isEarly)
        var output = OutputLineReader(limit: 1000)
        exchange.receive(output.feed(Array(example.output.utf8)[...]), at: now)
        exchange.ended(example.end)
        #expect(exchange.isOver && !exchange.wantsProgram)
        #expect(exchange.takeAnswers(at: now) == example.answers)
    }

    @Test("gives a program that has closed its input the idle time", arguments: [StreamDialog.Role.stage, .sink])
    func closedInput(_ role: StreamDialog.Role) {
        var exchange = StreamDialog(name: "p", role: role, style: .envelope, start: .seconds(5), idle: .seconds(7))
        let now = ContinuousClock.now
        exchange.add(Array("1\n".utf8), lines: 1)
        exchange.started(at: now)
        let bytes = exchange.takeInput(at: now)
        #expect(bytes != nil)
        exchange.inputClosed(at: now)
        #expect(exchange.deadline?.time == now + .seconds(7))
        #expect(exchange.deadline?.reason == "closed its input, and kept running for 7 s (idle_timeout_seconds)")
    }

    @Test("asks for no more output while much of it waits") func pressure() {
        var exchange = StreamDialog(name: "p", role: .source, style: .lines, start: .seconds(5), idle: .seconds(7))
        exchange.started(at: .now)
        let line = ProgramLine.json(.string(String(repeating: "x", count: 1000)))
        var count = 0
        while exchange.wantsOutput, count < 10_000 {
            exchange.receive([line], at: .now)
            count += 1
        }
        #expect((900...1100).contains(count) && exchange.deadline == nil)
        #expect(exchange.takeAnswers(at: .now).count == count)
        #expect(exchange.wantsOutput && exchange.deadline != nil)
    }
}
