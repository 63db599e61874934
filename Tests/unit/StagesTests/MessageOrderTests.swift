import JSONParsing
import Pipeline
import Testing

@testable import Stages

/// The dates of messages as they come, and the order in which they are shown.
struct OrderExample: CustomTestStringConvertible {
    let name: String
    let dates: [JSONValue]
    var order = MessageOrder.auto
    /// The places of the messages as they came, from 0.
    let shown: [Int]
    let arrangement: MessageOrder.Arrangement

    var testDescription: String { name }
}

@Suite("The order of messages") struct MessageOrderTests {
    static let examples = [
        OrderExample(
            name: "oldest first stays", dates: ["2026-05-01", "2026-05-02", "2026-05-03"], shown: [0, 1, 2], arrangement: .untouched),
        OrderExample(
            name: "newest first is turned round", dates: ["2026-05-03", "2026-05-02", "2026-05-01"], shown: [2, 1, 0],
            arrangement: .reversed),
        OrderExample(
            name: "newest first with equal dates is turned round as a whole", dates: ["2026-05-03", "2026-05-01", "2026-05-01"],
            shown: [2, 1, 0], arrangement: .reversed),
        OrderExample(
            name: "oldest first with equal dates stays", dates: ["2026-05-01", "2026-05-01", "2026-05-03"], shown: [0, 1, 2],
            arrangement: .untouched),
        OrderExample(name: "all dates equal stays", dates: ["2026-05-01", "2026-05-01"], shown: [0, 1], arrangement: .untouched),
        OrderExample(
            name: "mixed is sorted, and equal dates keep their order", dates: ["2026-05-02", "2026-05-01", "2026-05-02", "2026-05-01"],
            shown: [1, 3, 0, 2], arrangement: .sorted),
        OrderExample(
            name: "a missing date keeps the order", dates: ["2026-05-03", nil, "2026-05-01"], shown: [0, 1, 2], arrangement: .undated(1)),
        OrderExample(
            name: "dates that cannot be read keep the order", dates: ["2026-05-03", "yesterday", "10000-01-01", "2026-13-01", [], ""],
            shown: [0, 1, 2, 3, 4, 5], arrangement: .undated(5)),
        OrderExample(name: "one message needs no date", dates: [nil], shown: [0], arrangement: .untouched),
        OrderExample(name: "no message at all", dates: [], shown: [], arrangement: .untouched),
        OrderExample(
            name: "as_is keeps any order", dates: ["2026-05-03", "2026-05-01", nil], order: .asIs, shown: [0, 1, 2], arrangement: .untouched
        ),
        OrderExample(
            name: "date sorts without a word", dates: ["2026-05-02", "2026-05-03", "2026-05-01"], order: .date, shown: [2, 0, 1],
            arrangement: .dated(undated: 0)),
        OrderExample(
            name: "date leaves a message without a date behind the one in front of it",
            dates: [nil, "2026-05-03", nil, "2026-05-01", nil], order: .date, shown: [3, 4, 0, 1, 2], arrangement: .dated(undated: 3)),
        OrderExample(
            name: "date counts messages without a date also in a thread that is in order", dates: ["2026-05-01", "soon", "2026-05-03"],
            order: .date, shown: [0, 1, 2], arrangement: .dated(undated: 1)),
        OrderExample(
            name: "date has nothing to say about a thread in order", dates: ["2026-05-01", "2026-05-03"], order: .date, shown: [0, 1],
            arrangement: .untouched),
        OrderExample(name: "date cannot sort without dates", dates: [nil, nil], order: .date, shown: [0, 1], arrangement: .undated(2)),
        OrderExample(
            name: "zones count: 10:00 in Kiel is before 09:30 in London",
            dates: ["2026-05-01T09:30:00+01:00", "2026-05-01T10:00:00+02:00"],
            shown: [1, 0], arrangement: .reversed),
        OrderExample(
            name: "seconds, milliseconds and ISO 8601 are one time", dates: [1_709_210_098_000, "2024-02-29T12:34:57Z", 1_709_210_096],
            shown: [2, 1, 0], arrangement: .reversed),
        OrderExample(
            name: "parts of a second count", dates: ["2026-05-01T10:00:00.9Z", "2026-05-01T10:00:00.15Z", "2026-05-01T10:00:00.1Z"],
            shown: [2, 1, 0], arrangement: .reversed),
        OrderExample(
            name: "days are compared where a date has no time", dates: ["2026-05-01T10:00:00Z", "2026-05-01", "2026-05-02"],
            shown: [0, 1, 2],
            arrangement: .untouched),
        OrderExample(
            name: "the years 1 and 9999 are dates", dates: ["9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00"], shown: [1, 0],
            arrangement: .reversed),
    ]

    @Test("is that of their dates, as far as these say it", arguments: examples) func arranges(_ example: OrderExample) throws {
        let messages = example.dates.enumerated().map { place, date -> JSONValue in ["id": .number(JSONNumber(place)), "date": date] }
        var thread = try EmailThread(["messages": .array(messages)])
        thread.arrange(example.order)
        #expect(thread.messages.map { $0.object["id"]?.number?.text } == example.shown.map { String($0) })
        #expect(thread.arrangement == example.arrangement)
        // Errors name the place in the record, whatever the order.
        #expect(thread.messages.map(\.path) == example.shown.map { ".messages[\($0)]" })
    }

    @Test("of the stage is told once, with the number of messages") func warns() throws {
        let stage = try ThreadStage(json: "{}")
        for dates in [
            ["2026-05-02", "2026-05-01", "2026-05-03"], ["2026-05-02", "soon"], ["soon", "later"], ["2026-05-02", "2026-05-01"],
        ] {
            let messages = dates.map { JSONValue.object(["body": .string($0), "date": .string($0)]) }
            var record = Record(["messages": .array(messages)])
            _ = try stage.copyForWorker().process(&record)
        }
        let warnings = stage.hooks.closingWarnings
        try #require(warnings.count == 2)
        #expect(warnings[0].hasPrefix("the messages of 1 thread came in no order, and are sorted by date; "))
        #expect(warnings[1].hasPrefix("3 messages of 2 threads have no date that can be read, so the order is as they came; "))
    }

    @Test("by date is told with the number of messages that have none") func warnsOfPlaced() throws {
        let stage = try ThreadStage(json: #"{"order": "if .ours then \"date\" else \"date\" end"}"#)
        for dates in [["2026-05-02", "soon", "2026-05-01"], ["2026-05-01", "soon"], ["2026-05-02", "2026-05-01"], ["later", "soon"]] {
            let messages = dates.map { JSONValue.object(["body": .string($0), "date": .string($0)]) }
            var record = Record(["messages": .array(messages)])
            _ = try stage.copyForWorker().process(&record)
        }
        let warnings = stage.hooks.closingWarnings
        try #require(warnings.count == 2)
        #expect(warnings[0].hasPrefix("2 messages of 1 thread have no date that can be read, so the order is as they came; "))
        #expect(
            warnings[1]
                == "2 messages of 2 threads have no date that can be read, so each stays behind the message in front of it; "
                + #"the option date takes a jq program, such as ".date | to_iso""#)
    }

    static let programs: [(options: String, text: String)] = [
        ("{}", "Mira <m@x.example> | no"),
        (#"{"from": ".author"}"#, "Otto <o@x.example> | no"),
        (#"{"from": "{name: .by, address: .author.email}"}"#, "Ben <o@x.example> | no"),
        (#"{"from": ".by", "body": "content.html"}"#, "Ben | HTML"),
        (#"{"body": ".content.none // .content.html"}"#, "Mira <m@x.example> | HTML"),
        (#"{"body": "if .content then .content.html else .body end"}"#, "Mira <m@x.example> | HTML"),
        (#"{"body": "nothing"}"#, "Mira <m@x.example> | no"), (#"{"from": "null", "loaded": ".state == \"open\""}"#, "blurb"),
    ]

    @Test("come from any fields: programs read sender, body and whether it is loaded", arguments: programs)
    func reads(_ options: String, _ text: String) throws {
        let message = #"""
            {"from": {"name": "Mira", "email": "m@x.example"}, "author": {"name": "Otto", "email": "o@x.example"}, "by": "Ben", "body": "no",
             "content": {"html": "<p>HTML</p>"}, "blurb": "blurb", "state": "closed"}
            """#
        var record = Record(try JSONValue(parsing: Array(#"{"messages":[\#(message)]}"#.utf8)))
        _ = try ThreadStage(json: options).process(&record)
        let document = try record.document(FieldPath(name: "html"))
        let texts = document.descendants(of: document.root).filter { document.kind(of: $0) == .text }.map { document.text(of: $0) }
        #expect(texts.joined(separator: " | ") == text)
    }

    @Test("can be chosen by a program for each thread") func order() throws {
        let stage = try ThreadStage(json: #"{"order": "if .live then \"as_is\" else null end"}"#)
        for (isLive, first) in [(true, "2"), (false, "1")] {
            var record = Record([
                "live": .bool(isLive), "messages": [["blurb": "2", "date": "2026-05-02"], ["blurb": "1", "date": "2026-05-01"]],
            ])
            _ = try stage.process(&record)
            let document = try record.document(FieldPath(name: "html"))
            #expect(document.descendants(of: document.root).first { document.kind(of: $0) == .text }.map { document.text(of: $0) } == first)
        }
        #expect(throws: (any Error).self) { try ThreadStage(json: #"{"order": "newest"}"#) }
    }
}
