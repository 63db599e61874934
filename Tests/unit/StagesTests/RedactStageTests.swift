import Foundation
import HTMLParsing
import JSONParsing
import Pipeline
@testable import Stages
import TestSupport
import Testing

@Suite("The stage redact") struct RedactStageTests {
    private static func run(_ options: String, _ record: String) throws -> (record: Record, notes: [String]) {
        var record = Record(try JSONValue(parsing: record))
        let stage = try RedactStage(json: options)
        _ = try stage.process(&record)
        return (record, stage.hooks.notes)
    }

    @Test(
        "replaces personal data in all strings of a record",
        arguments: [
            (
                "{}",
                #"{"from":"Ann Example <ann@example.com>","messages":[{"body":"Ann: ann@example.com"},{"body":"<b>Ann</b> Example"}]}"#,
                #"{"from":"[PERSON_1] <[EMAIL_1]>","messages":[{"body":"[PERSON_1]: [EMAIL_1]"},{"body":"<b>[PERSON_1]</b>"}]}"#
            ),
            (
                "{}", #"{"body":"Hi Ann","to":["ann@x.org",{"name":"Ann Example","address":"a@x.org"}]}"#,
                #"{"body":"Hi [PERSON_1]","to":["[EMAIL_1]",{"name":"[PERSON_1]","address":"[EMAIL_2]"}]}"#
            ),
            (
                "{}", #"{"From":{"first_name":"ann","last-name":"Example"},"x":"Example"}"#,
                #"{"From":{"first_name":"[PERSON_1]","last-name":"[PERSON_1]"},"x":"[PERSON_1]"}"#
            ),
            (
                "{}", #"{"headers":[{"name":"From","value":"Ann Example <a@x.org>"}],"b":"Ann"}"#,
                #"{"headers":[{"name":"From","value":"[PERSON_1] <[EMAIL_1]>"}],"b":"[PERSON_1]"}"#
            ),
            ("{}", #"{"a@x.org":1,"A@x.org":2,"n":4111111111111111}"#, #"{"[EMAIL_1]":1,"[EMAIL_1] (2)":2,"n":4111111111111111}"#),
            ("{}", #"{"a@x.org":1,"[EMAIL_1]":2}"#, #"{"[EMAIL_2]":1,"[EMAIL_1]":2}"#),
            ("{}", #"{"a@x.org":1,"A@x.org":2,"[EMAIL_1] (2)":3}"#, #"{"[EMAIL_2]":1,"[EMAIL_2] (2)":2,"[EMAIL_1] (2)":3}"#),
            (
                "{}", #"{"from":"Ann <a@x.org>","x":"[PERSON_1] and [EMAIL_1]"}"#,
                #"{"from":"[PERSON_2] <[EMAIL_2]>","x":"[PERSON_1] and [EMAIL_1]"}"#
            ),
            ("{}", #"{"a":{"b":{"c@x.org":null}}}"#, #"{"a":{"b":{"[EMAIL_1]":null}}}"#),
            ("{}", #""a@x.org""#, #""[EMAIL_1]""#), ("{}", #"["a@x.org",[true]]"#, #"["[EMAIL_1]",[true]]"#),
            (
                "{}", #"{"chat":[{"from":"human","value":"Human error"},{"from":"gpt","value":"GPT"}]}"#,
                #"{"chat":[{"from":"human","value":"Human error"},{"from":"gpt","value":"GPT"}]}"#
            ),
            ("{}", #"{"n": 1.50}"#, #"{"n":1.50}"#),
            (#"{"kinds":["phone"]}"#, #"{"a":"a@x.org +49 30 123456"}"#, #"{"a":"a@x.org [PHONE_1]"}"#),
            (#"{"kinds":["ip"]}"#, #"{"a":"10.0.0.1"}"#, #"{"a":"[IP_1]"}"#),
            (
                #"{"fields":[".m[].body"]}"#, #"{"x":"a@x.org","m":[{"body":"a@x.org","y":"a@x.org"}]}"#,
                #"{"x":"a@x.org","m":[{"body":"[EMAIL_1]","y":"a@x.org"}]}"#
            ),
            (#"{"fields":["m"]}"#, #"{"x":"a@x.org","m":{"z":["a@x.org"]}}"#, #"{"x":"a@x.org","m":{"z":["[EMAIL_1]"]}}"#),
            (#"{"names":["Bob Stone"]}"#, #"{"a":"Bob and Stone"}"#, #"{"a":"[PERSON_1] and [PERSON_1]"}"#),
            (#"{"names":["Bob Stone"],"name_parts":false}"#, #"{"a":"Bob, Bob Stone"}"#, #"{"a":"Bob, [PERSON_1]"}"#),
            (
                #"{"headers":["Writer"]}"#, #"{"writer":"Ann Example","from":"Bob Stone","a":"Ann, Bob"}"#,
                #"{"writer":"[PERSON_1]","from":"Bob Stone","a":"[PERSON_1], Bob"}"#
            ),
            (
                #"{"patterns":[{"name":"TICKET","regex":"T-[0-9]+"}]}"#, #"{"a":"ü T-1, T-2, T-1"}"#,
                #"{"a":"ü [TICKET_1], [TICKET_2], [TICKET_1]"}"#
            ),
        ])
    func replaces(_ options: String, _ record: String, _ wanted: String) throws {
        #expect(try Self.run(options, record).record.value.compactText == wanted)
    }

    @Test("keeps documents that stages have made") func keepsDocuments() throws {
        var record = Record(["from": "Ann Example <a@x.org>", "x": "y"])
        try record.setDocument(HTMLDocument(parsing: "<p>Ann <b>a@x.org</b></p>"), in: "html")
        _ = try RedactStage(json: "{}").process(&record)
        #expect(record.knownField(at: FieldPath(name: "html"))?.isAuthoritative == true)
        #expect(try record.document("html").serialized().contains("[PERSON_1] <b>[EMAIL_1]</b>"))
    }

    @Test("counts what it replaces, and quotes none of it") func counts() throws {
        #expect(try Self.run("{}", #"{"a":"a@x.org b@x.org +49 30 123456"}"#).notes == ["replaced 2 EMAIL, 1 PHONE in 1 of 1 record"])
        #expect(try Self.run("{}", #"{"a":"b"}"#).notes == ["replaced nothing in 0 of 1 record"])
    }

    @Test("rejects without quoting a key or a value", arguments: [#"{"a@x.org":1,"a@x.org":2}"#, #"{"a":"a@x.org \ud800"}"#]) func rejects(
        _ record: String
    ) throws {
        let error = try #require(throws: RecordError.self) { try Self.run("{}", record) }
        #expect(!"\(error)".contains("x.org"))
        #expect(try RedactStage(json: "{}").hooks.hidesRejects)
    }

    @Test(
        "reports options that cannot be used",
        arguments: [
            #"{"patterns":[{"name":"a","regex":"x"}]}"#, #"{"patterns":[{"name":"A","regex":"("}]}"#, #"{"kinds":[]}"#,
            #"{"names":["Team"]}"#, #"{"names":["Ann Example",""]}"#, #"{"names":["Ann Example"],"kinds":["phone"]}"#,
        ])
    func reports(_ options: String) { #expect(throws: (any Error).self) { try RedactStage(json: options) } }

    @Test("gives many keys with one alias numbers of their own", .startsOnIdlePool, .timeLimit(.minutes(1))) func manyKeys() throws {
        // Upper and lower case are ways to write one address.
        let letters = Array("abcdefghijklmn@x.org")
        let keys = (0..<16_000).map { bits in
            String(letters.enumerated().map { $0 < 14 && bits >> $0 & 1 == 1 ? Character($1.uppercased()) : $1 })
        }
        let record = "{\"m\":{" + keys.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}}"
        let object = try #require(try Self.run("{}", record).record.value.object?["m"]?.object)
        #expect(object.count == keys.count)
        #expect(object["[EMAIL_1] (16000)"]?.number?.int64 == 15_999)
    }

    private static func isRead(_ content: [UInt8]) throws -> Bool {
        let folder = try ScratchFolder()
        try Data(content).write(to: folder.file("names.txt"))
        return (try? RedactStage(json: #"{"names_from":"\#(folder.file("names.txt").path)"}"#)) != nil
    }

    @Test(
        "reads the names of a file, and reports lines that are none",
        arguments: [
            ("Ann Example\n\nBob Stone\r\n", true), ("\u{FEFF}Ann Example", true), ("", true), ("Ann Example\nTeam\n", false),
            ("Ann Example\n\u{301}", false),
        ])
    func readsNames(_ content: String, _ isGood: Bool) throws { #expect(try Self.isRead(Array(content.utf8)) == isGood) }

    @Test("reports a file of names that is not in UTF-8") func readsNamesOfLatin1() throws {
        #expect(try !Self.isRead(Array("Ren".utf8) + [0xE9, 0x0A]))
    }
}
