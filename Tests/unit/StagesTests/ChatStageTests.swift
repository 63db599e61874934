import JSONParsing
import Pipeline
@testable import Stages
import Testing

@Suite("The stage chat") struct ChatStageTests {
    /// Options, a thread, and the conversation or the reason why there is none.
    struct Example: CustomTestStringConvertible {
        let name: String
        let options: String
        let thread: String
        let result: String

        /// - Parameter messages: `u` for each message of a user, `a` for one of the assistant, `s` for the system, with the text behind it.
        init(_ name: String, _ options: String, _ messages: [String], _ result: String) {
            self.name = name
            self.options = #"{\#(options), "role": "{u: \"user\", a: \"assistant\", s: \"system\"}[.from]"}"#
            let list = messages.map { #"{"from":"\#($0.prefix(1))","body":"\#($0.dropFirst())"}"# }
            thread = #"{"id":7,"subject":"S","messages":[\#(list.joined(separator: ","))]}"#
            self.result = result
        }

        var testDescription: String { name }
    }

    private static func run(_ options: String, _ thread: String) throws -> (result: String, notes: [String]) {
        var record = Record(try JSONValue(parsing: thread))
        let stage = try ChatStage(json: options)
        do {
            _ = try stage.process(&record)
        } catch let error as RecordError {
            return ("\(error)", stage.hooks.notes)
        }
        return (record.value.compactText, stage.hooks.notes)
    }

    static let forms = [
        Example(
            "OpenAI's", #""form": "openai", "system": "Be brief on {{.subject}}.""#, ["uq", "ar"],
            #"{"messages":[{"role":"system","content":"Be brief on S."},{"role":"user","content":"q"},{"role":"assistant","content":"r"}]}"#
        ),
        Example(
            "Anthropic's", #""form": "anthropic", "system": "Be brief.""#, ["uq", "ar"],
            #"{"system":"Be brief.","messages":[{"role":"user","content":"q"},{"role":"assistant","content":"r"}]}"#),
        Example(
            "Anthropic's, with text of the system in the thread", #""form": "anthropic", "system": "A", "join": false"#,
            ["sB", "uq", "ar"],
            #"{"system":"A\n\nB","messages":[{"role":"user","content":"q"},{"role":"assistant","content":"r"}]}"#),
        Example(
            "ShareGPT's", #""form": "sharegpt", "system": "A""#, ["uq", "ar"],
            #"{"conversations":[{"from":"system","value":"A"},{"from":"human","value":"q"},{"from":"gpt","value":"r"}]}"#),
        Example(
            "plain messages, in any order", #""form": "messages", "start": "keep", "end": "keep""#, ["ar", "sA", "uq", "uq"],
            #"{"messages":[{"role":"assistant","content":"r"},{"role":"system","content":"A"},{"role":"user","content":"q"},{"role":"user","content":"q"}]}"#
        ),
        Example(
            "joins turns where they have to alternate", #""form": "anthropic""#, ["uq", "uq2", "ar", "ar2"],
            #"{"messages":[{"role":"user","content":"q\n\nq2"},{"role":"assistant","content":"r\n\nr2"}]}"#),
        Example(
            "keeps turns apart where they need not", #""form": "openai""#, ["uq", "uq2", "ar"],
            #"{"messages":[{"role":"user","content":"q"},{"role":"user","content":"q2"},{"role":"assistant","content":"r"}]}"#),
        Example(
            "joins turns on request", #""form": "openai", "join": true"#, ["uq", "uq2", "ar"],
            #"{"messages":[{"role":"user","content":"q\n\nq2"},{"role":"assistant","content":"r"}]}"#),
        Example(
            "keeps fields in front", #""form": "messages", "keep": ["id", ".meta.none"]"#, ["uq", "ar"],
            #"{"id":7,"messages":[{"role":"user","content":"q"},{"role":"assistant","content":"r"}]}"#),
        Example(
            "puts the conversation into a field", #""form": "sharegpt", "into": ".data.chat""#, ["uq", "ar"],
            #"{"id":7,"subject":"S","messages":[{"from":"u","body":"q"},{"from":"a","body":"r"}],"data":{"chat":{"conversations":[{"from":"human","value":"q"},{"from":"gpt","value":"r"}]}}}"#
        ),
        Example(
            "leaves out an empty text of the system", #""form": "openai", "system": "{{.none // \"\"}} ""#, ["uq", "ar"],
            #"{"messages":[{"role":"user","content":"q"},{"role":"assistant","content":"r"}]}"#),
        Example(
            "writes HTML as text", #""form": "messages""#,
            ["u<p>a <b>b</b></p><p>c</p>", "a<div>&nbsp;</div><div>d</div><div>&nbsp;</div>"],
            #"{"messages":[{"role":"user","content":"a b\n\nc"},{"role":"assistant","content":"d"}]}"#),
        Example(
            "writes HTML as Markdown", #""form": "messages", "text": "markdown""#, ["u<p>a <b>b</b></p>", "a<ul><li>c</ul>"],
            #"{"messages":[{"role":"user","content":"a **b**"},{"role":"assistant","content":"- c"}]}"#),
        Example(
            "keeps the indentation of plain text", #""form": "messages""#, [#"u\n\n  a\n    b < c \n"#, "ad"],
            #"{"messages":[{"role":"user","content":"  a\n    b < c"},{"role":"assistant","content":"d"}]}"#),
    ]

    @Test("writes forms", arguments: forms) func writes(_ example: Example) throws {
        let (result, notes) = try Self.run(example.options, example.thread)
        #expect(result == example.result)
        #expect(notes.isEmpty)
    }

    static let broken = [
        Example(
            "OpenAI: no assistant", #""form": "openai", "end": "keep""#, ["uq", "uq"],
            "the thread has no turn of the assistant, and openai trains on these"),
        Example(
            "OpenAI: no assistant to cut behind", #""form": "openai""#, ["uq"],
            "the thread has no turn of the assistant that answers the user"),
        Example("OpenAI: no messages", #""form": "openai""#, [], "the thread has no turn of the assistant that answers the user"),
        Example(
            "OpenAI: ends with the user", #""form": "openai", "end": "keep""#, ["uq", "ar", "uq"],
            ".messages[2]: the last turn is the user's, and openai ends with the assistant's"),
        Example(
            "OpenAI: ends with the system", #""form": "openai", "end": "keep""#, ["uq", "ar", "sA"],
            ".messages[2]: the last turn is the system's, and openai ends with the assistant's"),
        Example(
            "OpenAI: an empty turn", #""form": "openai""#, ["uq", "a<p> </p>", "ar"],
            #".messages[1]: the message has no text, and a turn needs one; "empty": "skip" leaves such messages out"#),
        Example(
            "OpenAI: a turn of invisible characters", #""form": "openai""#,
            ["uq", "a\u{200B}\u{FEFF}\u{2060}\u{AD}\u{2800}\u{3164} \u{200D}", "ar"],
            #".messages[1]: the message has no text, and a turn needs one; "empty": "skip" leaves such messages out"#),
        Example(
            "OpenAI: a turn of invisible HTML", #""form": "openai", "text": "markdown""#,
            ["uq", "a<p>&zwnj;&nbsp;&#8203;&shy;</p><p>&#xFEFF;</p>", "ar"],
            #".messages[1]: the message has no text, and a turn needs one; "empty": "skip" leaves such messages out"#),
        Example(
            "OpenAI: too short", #""form": "openai", "min_turns": 3"#, ["sA", "uq", "ar"],
            "the conversation has 2 turns, and min_turns is 3"),
        Example(
            "Anthropic: no assistant", #""form": "anthropic", "end": "keep""#, ["uq"],
            "the thread has no turn of the assistant, and anthropic trains on these"),
        Example(
            "Anthropic: begins with the assistant", #""form": "anthropic", "start": "keep""#, ["ar", "uq", "ar"],
            ".messages[0]: the first turn is the assistant's, and anthropic begins with the user's"),
        Example(
            "Anthropic: ends with the user", #""form": "anthropic", "end": "keep""#, ["uq", "ar", "uq"],
            ".messages[2]: the last turn is the user's, and anthropic ends with the assistant's"),
        Example(
            "Anthropic: users in a row", #""form": "anthropic", "join": false"#, ["uq", "uq", "ar"],
            #".messages[1]: two turns of the user in a row; in anthropic turns alternate, and "join": true joins such turns"#),
        Example(
            "Anthropic: assistants in a row", #""form": "anthropic", "join": false"#, ["uq", "ar", "ar"],
            #".messages[2]: two turns of the assistant in a row; in anthropic turns alternate, and "join": true joins such turns"#),
        Example(
            "Anthropic: the system between turns", #""form": "anthropic""#, ["uq", "sA", "ar"],
            ".messages[1]: a turn of the system stands behind others; anthropic has its text at the start alone"),
        Example(
            "Anthropic: joined turns are too few", #""form": "anthropic", "min_turns": 3"#, ["uq", "uq", "ar"],
            "the conversation has 2 turns, and min_turns is 3"),
        Example(
            "ShareGPT: begins with gpt", #""form": "sharegpt", "start": "keep""#, ["sA", "ar", "uq", "ar"],
            ".messages[1]: the first turn is the assistant's, and sharegpt begins with the user's"),
        Example(
            "ShareGPT: ends with a human", #""form": "sharegpt", "end": "keep""#, ["uq", "ar", "uq"],
            ".messages[2]: the last turn is the user's, and sharegpt ends with the assistant's"),
        Example(
            "ShareGPT: humans in a row", #""form": "sharegpt", "join": false"#, ["uq", "ar", "uq", "uq", "ar"],
            #".messages[3]: two turns of the user in a row; in sharegpt turns alternate, and "join": true joins such turns"#),
        Example(
            "ShareGPT: the system twice", #""form": "sharegpt", "join": false, "system": "A""#, ["sB", "uq", "ar"],
            #".messages[0]: two turns of the system in a row; in sharegpt turns alternate, and "join": true joins such turns"#),
        Example(
            "ShareGPT: the system behind turns", #""form": "sharegpt""#, ["uq", "ar", "sA", "uq", "ar"],
            ".messages[2]: a turn of the system stands behind others; sharegpt has its text at the start alone"),
        Example(
            "any: begins with the assistant", #""form": "messages""#, ["ar", "uq", "ar"],
            #".messages[0]: the first turn is the assistant's, and a conversation begins with the user's; "start": "cut" leaves such turns out"#
        ),
        Example(
            "any: ends with the user", #""form": "messages", "end": "reject""#, ["uq", "ar", "uq"],
            #".messages[2]: the last turn is the user's, and a conversation ends with the assistant's; "end": "cut" leaves such turns out"#),
        Example(
            "any: nothing but the assistant", #""form": "messages", "start": "cut""#, ["ar", "ar"],
            "the thread has no turn of the assistant that answers the user"),
    ]

    @Test("rejects a thread with the rule that it breaks", arguments: broken) func rejects(_ example: Example) throws {
        let (result, notes) = try Self.run(example.options, example.thread)
        #expect(result == example.result)
        #expect(notes.isEmpty)
    }

    /// A message, its field `labels` or `automatic`, and the reason why it is left out by default.
    struct SkipExample: CustomTestStringConvertible {
        let field: String
        var reason: String?

        var testDescription: String { field }
    }

    static let skips = [
        SkipExample(field: #""labels":["Inbox","Draft"]"#, reason: "drafts"),
        SkipExample(field: #""labels":["draft","seen"]"#, reason: "drafts"),
        SkipExample(field: #""labels":["Entwu\u0308rfe"]"#, reason: "drafts"),
        SkipExample(field: #""labels":["SPAM","Trash"]"#, reason: "spam"),
        SkipExample(field: #""labels":["$Junk"]"#, reason: "spam"),
        SkipExample(field: #""labels":["replied","trashed"]"#, reason: "trash"),
        SkipExample(field: #""labels":["Корзина"]"#, reason: "trash"),
        SkipExample(field: #""roles":["drafts"]"#, reason: "drafts"),
        SkipExample(field: #""roles":["spam"],"labels":["Newsletter"]"#, reason: "spam"),
        SkipExample(field: #""labels":["Trash"],"automatic":"bulk""#, reason: "trash"),
        SkipExample(field: #""automatic":"auto-replied""#, reason: "automatic mail"),
        SkipExample(field: #""automatic":"bulk""#, reason: "automatic mail"),
        SkipExample(field: #""automatic":true"#, reason: "automatic mail"),
        SkipExample(field: #""labels":["Inbox","Spam reports","Drafts of 2026",7]"#),
        SkipExample(field: #""labels":"Draft""#), SkipExample(field: #""labels":null,"automatic":"no""#),
        SkipExample(field: #""automatic":false"#),
    ]

    @Test("leaves out drafts, spam, trash and automatic mail, with their number", arguments: skips) func leavesOut(_ example: SkipExample)
        throws
    {
        let thread = #"""
            {"messages":[{"from":"u@x.org","body":"q"},{"from":"a@x.org","body":"away",\#(example.field)},{"from":"a@x.org","body":"r"}]}
            """#
        let (result, notes) = try Self.run(#"{"form": "openai", "own": "a@x.org"}"#, thread)
        #expect(result.contains("away") == (example.reason == nil))
        #expect(
            notes == (example.reason.map { ["1 message of 1 thread left out as \($0), as the option skip says"] } ?? []))
        let (all, none) = try Self.run(#"{"form": "openai", "own": "a@x.org", "skip": []}"#, thread)
        #expect(all.contains("away"))
        #expect(none.isEmpty)
    }

    /// The option `skip`, fields of a message, and the reason why it is left out.
    static let severalRoles: [(skip: String, fields: String, reason: String?)] = [
        (#"["drafts"]"#, #""labels":["Spam","Draft"]"#, "drafts"),
        (#"["automatic"]"#, #""labels":["Trash"],"automatic":"auto-replied""#, "automatic mail"),
        (#"["trash","spam"]"#, #""roles":["drafts","trash"],"automatic":"bulk""#, "trash"),
        (#"["trash"]"#, #""labels":["Spam","Draft"],"automatic":"bulk""#, nil),
    ]

    @Test("leaves out a message for any of its roles", arguments: severalRoles) func leavesOutForAny(
        _ skip: String, _ fields: String, _ reason: String?
    ) throws {
        let thread =
            #"{"messages":[{"from":"u@x.org","body":"q"},{"from":"a@x.org","body":"away",\#(fields)},{"from":"a@x.org","body":"r"}]}"#
        let (result, notes) = try Self.run(#"{"form": "openai", "own": "a@x.org", "skip": \#(skip)}"#, thread)
        #expect(result.contains("away") == (reason == nil))
        #expect(notes == (reason.map { ["1 message of 1 thread left out as \($0), as the option skip says"] } ?? []))
    }

    @Test("rejects a thread with the messages that it leaves out") func skipsAll() throws {
        let thread = #"""
            {"messages":[{"from":"u@x.org","body":"q"},{"from":"a@x.org","body":"away","automatic":"auto-replied"},
             {"from":"a@x.org","body":"r","labels":["Drafts"]},{"from":"a@x.org","body":"s","labels":["Drafts"]}]}
            """#
        let (result, notes) = try Self.run(#"{"form": "openai", "own": "a@x.org"}"#, thread)
        #expect(
            result == "the thread has no turn of the assistant that answers the user; the option skip leaves out 2 messages as drafts, "
                + "1 message as automatic mail")
        #expect(notes.isEmpty)
    }

    @Test("counts what it cuts off and leaves out") func counts() throws {
        let options = #"{"form": "messages", "start": "cut", "empty": "skip", "role": "{u: \"user\", a: \"assistant\"}[.from]"}"#
        let messages = [("a", "1"), ("n", "2"), ("u", "q"), ("a", ""), ("a", "r"), ("u", "3"), ("u", "4")]
        let thread = messages.map { #"{"from":"\#($0.0)","body":"\#($0.1)"}"# }.joined(separator: ",")
        let (result, notes) = try Self.run(options, #"{"messages":[\#(thread)]}"#)
        #expect(result == #"{"messages":[{"role":"user","content":"q"},{"role":"assistant","content":"r"}]}"#)
        #expect(
            notes == [
                "1 message of 1 thread left out, because role gives null", "1 message of 1 thread left out, because they have no text",
                "1 message of 1 thread cut off in front of the user's first turn",
                "2 messages of 1 thread cut off behind the assistant's last turn",
            ])
    }

    @Test(
        "tells one's own addresses from others",
        arguments: [
            ("\"Help <HELP@Example.com>\"", "assistant"), ("\"a@sub.example.com\"", "user"), ("\"a@example.com.evil.net\"", "user"),
            (#"{"name":"Ann","email":"ann@example.com"}"#, "assistant"), ("\"ann@team.example.org\"", "assistant"),
            ("\"team@x.net\"", "user"), (#""help@example.com <eve@evil.net>""#, "user"),
            (#""<help@example.com> <eve@evil.net>""#, "user"), (#""\"Help <help@example.com>\" <eve@evil.net>""#, "user"),
            (#"{"name":"help@example.com","email":"eve@evil.net"}"#, "user"), (#""\"the team\"@example.com""#, "assistant"),
            (#""Team <\"the team\"@example.com>""#, "assistant"),
        ])
    func own(_ sender: String, _ role: String) throws {
        let options =
            #"{"form": "messages", "own": ["*@example.com", "a*n@*.example.org"], "start": "keep", "end": "keep", "min_turns": 1}"#
        let (result, _) = try Self.run(options, #"{"messages":[{"from":\#(sender),"body":"t"}]}"#)
        #expect(result == #"{"messages":[{"role":"\#(role)","content":"t"}]}"#)
    }

    @Test(
        "rejects a message whose role or text is not known",
        arguments: [
            (
                #""own": "*@example.com""#, #"{"from":"Ann","body":"t"}"#,
                ".messages[0].from: the sender has no address, and own compares addresses"
            ),
            (
                #""own": "*@example.com""#, #"{"from":"\"help@example.com\"","body":"t"}"#,
                ".messages[0].from: the sender has no address, and own compares addresses"
            ),
            (
                #""own": "*@example.com""#, #"{"from":"Eve of help@example.com","body":"t"}"#,
                ".messages[0].from: the sender has no address, and own compares addresses"
            ),
            (
                #""own": "*@example.com""#, #"{"from":{"name":"help@example.com"},"body":"t"}"#,
                ".messages[0].from: the sender has no address, and own compares addresses"
            ),
            (#""own": "*@example.com""#, #"{"body":"t"}"#, ".messages[0].from: the sender has no address, and own compares addresses"),
            (#""role": "7""#, #"{"body":"t"}"#, ".messages[0]: role gives a number; user, assistant, system or null was expected"),
            (#""role": "\"bot\"""#, #"{"body":"t"}"#, #".messages[0]: role gives "bot"; user, assistant, system or null was expected"#),
            (
                #""role": "\"user\"""#, #"{"blurb":"t","body":null,"content_loaded":false}"#,
                #".messages[0]: the message has no text, and a turn needs one; its blurb is only the beginning; "empty": "skip" leaves such messages out"#
            ),
            (#""role": "\"user\"""#, #"{"body":7}"#, ".messages[0].body: expected a string, found a number"),
        ])
    func unknown(_ options: String, _ message: String, _ reason: String) throws {
        #expect(try Self.run(#"{"form": "messages", \#(options)}"#, #"{"messages":[\#(message)]}"#).result == reason)
    }

    @Test("takes the text of another field, and puts the newest message last") func light() throws {
        let options = #"{"form": "messages", "own": "a@x.org", "body": "light_body", "order": "date"}"#
        let thread = #"""
            {"messages":[{"from":"a@x.org","date":"2026-05-02","body":"r > q","light_body":"r"},\#
            {"from":"b@x.org","date":"2026-05-01","body":"q","light_body":"q"}]}
            """#
        #expect(
            try Self.run(options, thread).result == #"{"messages":[{"role":"user","content":"q"},{"role":"assistant","content":"r"}]}"#)
    }

    @Test(
        "refuses options that contradict each other",
        arguments: [
            (#""form": "openai""#, #"expected exactly one of "own", "role", found none"#),
            (#""form": "openai", "own": "a@b", "role": "null""#, #"expected exactly one of "own", "role", found "own" and "role""#),
            (#""form": "openai", "own": "example.com""#, "expected an address such as help@example.com or *@example.com, found"),
            (#""form": "openai", "own": "a@b", "keep": ["messages"]"#, ".messages is a field of the form openai itself"),
            (
                #""form": "sharegpt", "own": "a@b", "keep": "id", "into": "chat""#,
                "a conversation in a field leaves the thread's fields as they are"
            ),
        ])
    func options(_ options: String, _ reason: String) {
        let error = #expect(throws: PipelineFileError.self) { try ChatStage(json: "{\(options)}") }
        #expect("\(error.map { "\($0)" } ?? "")".contains(reason))
    }
}
