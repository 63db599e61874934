import Foundation
import JSONParsing
import Pipeline
@testable import Stages
import Synchronization
import TestSupport
import Testing

/// Messages as JSON, and the threads that the stage makes of them.
private struct ThreadsExample: CustomTestStringConvertible {
    let name: String
    var options = "{}"
    let messages: [String]
    /// The threads, without their messages but for the identifiers of these.
    var threads: [String] = []
    var rejects: [String] = []
    var note = ""
    /// The sentence about subjects.
    var subjects: String?
    var warnings: [String] = []

    var testDescription: String { name }
}

private struct Outcome {
    var records: [JSONObject] = []
    var origins: [Origin] = []
    var rejects: [String] = []
}

private func run(
    _ options: String, _ records: [Record], stages: [(String, String)] = [], in context: RunContext = RunContext()
) async throws -> (outcome: Outcome, report: RunReport) {
    var registry = Registry()
    registry.addStages()
    var plan = PipelinePlan(name: "test")
    try plan.append(stage: "threads", json: options, from: registry)
    for (stage, json) in stages { try plan.append(stage: stage, json: json, from: registry) }
    let outcome = Mutex(Outcome())
    let report = await plan.process(records, in: context) { result in
        try outcome.withLock { outcome in
            switch result {
            case .kept(let record):
                outcome.records.append(try record.object())
                outcome.origins.append(record.origin)
            case .rejected(let reject): outcome.rejects.append("\(reject.origin.item): \(reject.reason)")
            }
        }
    }
    return (outcome.withLock { $0 }, report)
}

private func records(_ messages: [String]) throws -> [Record] {
    try messages.enumerated().map { Record(try JSONValue(parsing: $1), origin: Origin(source: "in.mbox", item: $0 + 1)) }
}

/// A thread with the identifiers of its messages alone.
private func shown(_ thread: JSONObject) -> String {
    var thread = thread
    let ids = thread["messages"]?.array?.map { ((try? $0.member("id")) ?? nil)?.string ?? "-" } ?? []
    thread["messages"] = .string(ids.joined(separator: " "))
    return JSONValue.object(thread).compactText
}

@Suite("The stage threads") struct ThreadsStageTests {
    private static let examples = [
        ThreadsExample(name: "nothing", messages: []),
        ThreadsExample(
            name: "has the shape of the API's conversations",
            messages: [
                #"{"id":"a@x","subject":"Lamp","from":"Mira <mira@x>","date":"2026-05-01T10:00:00Z","blurb":"Green.","references":[],"in_reply_to":[],"thread":null}"#,
                #"{"id":"c@x","subject":"Other","from":"Otto","date":null}"#,
                #"{"id":"b@x","subject":"Re: Lamp","from":"Help <help@x>","date":"2026-05-01T12:30:00+02:00","blurb":"Sorry.","references":["a@x"]}"#,
            ],
            threads: [
                #"{"id":"a@x","subject":"Lamp","from":"Help <help@x>","blurb":"Sorry.","read":true,"messages":"a@x b@x"}"#,
                #"{"id":"c@x","subject":"Other","from":"Otto","blurb":null,"read":true,"messages":"c@x"}"#,
            ], note: "threads: 3 messages in 2 threads"),
        ThreadsExample(
            name: "counts missing parents and identifiers",
            messages: [
                #"{"id":"b","subject":"Re: Lamp","references":["a"],"date":"2026-05-02"}"#,
                #"{"subject":"","from":null}"#,
                #"{"id":"c","subject":"AW: Lamp","in_reply_to":["a"],"date":"2026-05-01"}"#,
            ],
            threads: [
                #"{"id":"c","subject":"Lamp","from":null,"blurb":null,"read":true,"messages":"c b"}"#,
                #"{"id":null,"subject":null,"from":null,"blurb":null,"read":true,"messages":"-"}"#,
            ], note: "threads: 3 messages in 2 threads; 2 messages answer a message that is not there; 1 message has no identifier"),
        ThreadsExample(
            name: "takes the number of the provider",
            messages: [
                #"{"id":"a","thread":"17","labels":["Inbox","Unread"]}"#, #"{"id":"b","thread":17,"labels":["Inbox"]}"#,
                #"{"id":"c","thread":"18","references":["a"],"labels":["Inbox"]}"#,
            ],
            threads: [
                #"{"id":"17","subject":null,"from":null,"blurb":null,"read":false,"messages":"a b"}"#,
                #"{"id":"18","subject":null,"from":null,"blurb":null,"read":true,"messages":"c"}"#,
            ], note: "threads: 3 messages in 2 threads"),
        ThreadsExample(
            name: "tells what has been read from labels of Gmail and flags of maildir",
            messages: [
                #"{"id":"a","labels":["replied","seen"]}"#, #"{"id":"b","labels":["replied"]}"#, #"{"id":"c","labels":[]}"#,
                #"{"id":"d","labels":[7,"unREAD"]}"#, #"{"id":"e","labels":[7,"Inbox"]}"#, #"{"id":"f","labels":"Unread"}"#,
                #"{"id":"g","labels":["seen"],"read":false}"#,
            ],
            threads: zip(["a", "b", "c", "d", "e", "f", "g"], [true, false, false, false, true, true, false]).map { id, read in
                #"{"id":"\#(id)","subject":null,"from":null,"blurb":null,"read":\#(read),"messages":"\#(id)"}"#
            }, note: "threads: 7 messages in 7 threads"),
        ThreadsExample(
            name: "drops duplicates and names them",
            messages: [
                #"{"id":"a","n":1}"#, #"{"id":"a","n":2}"#, #"{"id":"b\u001b[1m"}"#, #"{"id":"b\u001b[1m"}"#, #"{"id":"a"}"#,
            ],
            threads: [
                #"{"id":"a","subject":null,"from":null,"blurb":null,"read":true,"messages":"a"}"#,
                #"{"id":"b\u001b[1m","subject":null,"from":null,"blurb":null,"read":true,"messages":"b\u001b[1m"}"#,
            ], note: "threads: 2 messages in 2 threads",
            warnings: [
                "3 messages are dropped, because an earlier message has the identifier, the first one in in.mbox, item 2: "
                    + "a, b\u{241B}[1m, …; the option duplicates keeps or rejects them"
            ]),
        ThreadsExample(
            name: "keeps duplicates", options: #"{"duplicates":"keep"}"#, messages: [#"{"id":"a"}"#, #"{"id":"b"}"#, #"{"id":"a"}"#],
            threads: [
                #"{"id":"a","subject":null,"from":null,"blurb":null,"read":true,"messages":"a a"}"#,
                #"{"id":"b","subject":null,"from":null,"blurb":null,"read":true,"messages":"b"}"#,
            ], note: "threads: 3 messages in 2 threads"),
        ThreadsExample(
            name: "rejects duplicates", options: #"{"duplicates":"reject"}"#, messages: [#"{"id":"a"}"#, #"{"id":"a"}"#],
            threads: [#"{"id":"a","subject":null,"from":null,"blurb":null,"read":true,"messages":"a"}"#],
            rejects: [#"2: an earlier message has the identifier "a""#], note: "threads: 1 message in 1 thread"),
        ThreadsExample(
            name: "reads headers of other sources by programs",
            options: #"""
                {"id":".headers[\"message-id\"]","references":".headers.references","in_reply_to":"null","date":".sent",
                 "subject":".title","thread":".group","read":".seen"}
                """#,
            messages: [
                #"{"id":1,"headers":{"message-id":"<a@x>"},"title":"Hi","sent":1777629600,"seen":false}"#,
                #"{"id":2,"headers":{"message-id":"<b@x>","references":"<z@x>\r\n <a@x>"},"sent":1777629500,"seen":true}"#,
            ],
            threads: [#"{"id":"a@x","subject":"Hi","from":null,"blurb":null,"read":false,"messages":"- -"}"#],
            note: "threads: 2 messages in 1 thread"),
        ThreadsExample(
            name: "takes subjects if asked", options: #"{"by_subject":true}"#,
            messages: [#"{"id":"a","subject":"Hi"}"#, #"{"id":"b","subject":"Re: Hi"}"#],
            threads: [#"{"id":"a","subject":"Hi","from":null,"blurb":null,"read":true,"messages":"a b"}"#],
            note: "threads: 2 messages in 1 thread"),
        ThreadsExample(
            name: "counts and names threads whose subjects differ",
            messages: [
                #"{"id":"a","subject":"Lamp"}"#, #"{"id":"b","subject":"Won!","references":["a","c"]}"#,
                #"{"id":"c","subject":"Bill"}"#, #"{"id":"d","subject":"Re: Bill","references":["c"]}"#,
            ],
            threads: [
                #"{"id":"a","subject":"Lamp","from":null,"blurb":null,"read":true,"messages":"a c b d"}"#
            ], note: "threads: 4 messages in 1 thread",
            subjects: "threads: 1 thread has messages with different subjects, which references alone join: a"),
        ThreadsExample(
            name: "rejects what is no message, and goes on",
            messages: [
                "7", #"{"id":["a"]}"#, #"{"id":"a","references":7}"#, #"{"id":"a","references":["b",{}]}"#, #"{"id":"a","date":{}}"#,
                #"{"id":"a","id":"b"}"#, #"{"id":"\ud800"}"#, #"{"id":"a","date":"soon"}"#,
            ],
            threads: [#"{"id":"a","subject":null,"from":null,"blurb":null,"read":true,"messages":"a"}"#],
            rejects: [
                "1: expected a message, found a number", "2: id gives an array; a string was expected",
                "3: references gives a number; a list or a string was expected",
                "4: references gives a list with an object; strings were expected", "5: date gives an object; a string was expected",
            ], note: "threads: 1 message in 1 thread"),
        ThreadsExample(
            name: "warns if no message has an identifier", messages: [#"{"message_id":"a"}"#, #"{"message_id":"b"}"#],
            threads: Array(
                repeating: #"{"id":null,"subject":null,"from":null,"blurb":null,"read":true,"messages":"-"}"#, count: 2),
            note: "threads: 2 messages in 2 threads; 2 messages have no identifier",
            warnings: [#"no message has an identifier; the option id takes a jq program that gives it, such as ".message_id""#]),
    ]

    @Test("makes threads of messages, with all in memory and all in a file", arguments: examples, [10_000, 1, 0])
    fileprivate func makes(_ example: ThreadsExample, _ maxOpen: Int) async throws {
        var options = try #require(try JSONValue(parsing: example.options).object)
        options["max_open"] = .number(JSONNumber(maxOpen))
        let (outcome, report) = try await run(JSONValue.object(options).compactText, try records(example.messages))
        #expect(report.failure == nil)
        #expect(outcome.records.map(shown) == example.threads)
        #expect(Array(outcome.rejects.prefix(5)) == example.rejects)
        let spilled = (outcome.records.map { $0["messages"]?.array?.count ?? 0 }.reduce(0, +)) - maxOpen
        let files = spilled > 0 ? "; \(spilled) \(spilled == 1 ? "message was" : "messages were") kept in a temporary file" : ""
        #expect(report.notes == (example.note.isEmpty ? [] : [example.note + files]) + (example.subjects.map { [$0] } ?? []))
        #expect(report.warnings == example.warnings.map { "stages[0]: \($0)" })
    }

    @Test("rejects the messages of a thread that cannot be made, and goes on", arguments: [10, 0])
    func unmade(_ maxOpen: Int) async throws {
        let messages = [
            #"{"id":"a","n":1}"#, #"{"id":"b","n":3}"#, #"{"id":"c","n":1,"references":["b"]}"#, #"{"id":"d","n":1,"subject":[]}"#,
        ]
        let options = #"{"read": ".n < 2 or error(\"no\")", "max_open": \#(maxOpen)}"#
        let (outcome, report) = try await run(options, try records(messages))
        #expect(report.failure == nil)
        #expect(
            outcome.records.map { shown($0) } == [
                #"{"id":"a","subject":null,"from":null,"blurb":null,"read":true,"messages":"a"}"#
            ])
        #expect(Set(outcome.rejects) == ["2: no", "3: no", "4: subject gives an array; a string was expected"])
    }

    @Test("gives messages as they were, and threads the origin of their first message", arguments: [10, 0])
    func content(_ maxOpen: Int) async throws {
        let texts = [
            #"{"id":"b","references":["a"],"n":1.50,"x":[ 1 , "\u00e4\n" ],"date":"2026-05-02"}"#,
            #"{"id":"c"}"#, #"{"id":"a","date":"2026-05-01"}"#,
        ]
        var input = try records(texts)
        input[0].origin = Origin(
            source: "münchen.mbox", page: 3, item: 9, line: 4, byteOffset: 17, base: try BaseAddress("https://x.example/"))
        let outcome = try await run(#"{"max_open": \#(maxOpen)}"#, input).outcome
        #expect(
            outcome.records.first?["messages"]?.compactText
                == #"[{"id":"a","date":"2026-05-01"},{"id":"b","references":["a"],"n":1.50,"x":[1,"\u00e4\n"],"date":"2026-05-02"}]"#)
        #expect(outcome.origins == input.prefix(2).map(\.origin))
    }

    @Test("leaves nothing in its temporary folder, and says where a file cannot be made") func folders() async throws {
        let folder = try ScratchFolder()
        var context = RunContext()
        context.ownTemporaryFolder = folder.path
        let messages = try records((0..<50).map { #"{"id":"m\#($0)","references":["m\#($0 / 2)"]}"# } + [#"{"id":7,"date":[]}"#])
        let report = try await run(#"{"max_open": 3}"#, messages, in: context).report
        #expect(report.failure == nil)
        #expect(try folder.names() == [])
        // A run that fails behind the stage.
        var registry = Registry()
        registry.addStages()
        var plan = PipelinePlan(name: "test")
        try plan.append(stage: "threads", json: #"{"max_open": 3}"#, from: registry)
        try plan.append(stage: "filter", json: #"{"where": "error(\"no\")"}"#, from: registry, onError: .fail)
        #expect(await plan.process(messages, in: context) { _ in }.failure != nil)
        #expect(try folder.names() == [])
        context.ownTemporaryFolder = folder.file("missing").path
        let failure = try #require(try await run(#"{"max_open": 3}"#, messages, in: context).report.failure as? PipelineFailure)
        #expect(failure.kind == .cannotCreate)
        #expect(failure.message.contains("kept in the temporary folder \(folder.file("missing").path): "))
        #expect(failure.message.hasSuffix("; TMPDIR names another one"))
    }

    @Test("puts the messages of a thread together again, and its threads go to the stages of e-mail threads") func together() async throws {
        let thread = #"""
            {"id":"t","subject":"Lamp","messages":[{"id":"a","from":"Mira <m@x.example>","date":"2026-05-01","body":"<p>Green.</p>"},
             {"id":"b","from":"Help","date":"2026-05-02","in_reply_to":["a"],"body":"Sorry.","blurb":"Sorry.","content_loaded":false}]}
            """#
        var registry = Registry()
        registry.addStages()
        var plan = PipelinePlan(name: "test")
        try plan.append(stage: "messages", json: "{}", from: registry)
        try plan.append(stage: "threads", json: "{}", from: registry)
        try plan.append(stage: "thread", json: "{}", from: registry)
        try plan.append(stage: "html_to_markdown", json: #"{"field": "html", "into": "markdown"}"#, from: registry)
        let texts = Mutex<[String]>([])
        let report = await plan.process([Record(try JSONValue(parsing: thread))]) { result in
            guard case .kept(let record) = result else { return }
            let text = try record.string("markdown")
            texts.withLock { $0.append(text) }
        }
        #expect(report.failure == nil)
        #expect(report.warnings == [])
        let text = try #require(texts.withLock { $0 }.first)
        #expect(text.contains("Mira"))
        #expect(text.contains("Green."))
        let (green, sorry) = (try #require(text.firstRange(of: "Green.")), try #require(text.firstRange(of: "Sorry.")))
        #expect(green.lowerBound < sorry.lowerBound)
    }

    @Test("needs all records of a run") func partition() throws {
        let stage = try ThreadsStage(json: "{}")
        guard case .allRecords = stage.partition else {
            Issue.record("threads work on all records")
            return
        }
    }
}
