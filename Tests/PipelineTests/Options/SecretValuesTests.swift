import JSONParsing
import Testing

@testable import Pipeline

@Suite("Secret values") struct SecretValuesTests {
    static func secrets(_ texts: String...) -> SecretValues {
        var secrets = SecretValues()
        for text in texts { secrets.insert(text) }
        return secrets
    }

    @Test(
        "are taken out of texts",
        arguments: [
            (["hunter2"], "a hunter2, ahunter2b", "a ***, a***b"), (["hunter2", "hunter22"], "hunter22 hunter2", "*** ***"),
            (["hunter2"], "hunter2\u{301}", "***\u{301}"), (["abc"], "abc", "abc"), (["  hunter2\n"], "hunter2", "***"),
            (["a\"b\\c"], #"{"x":"a\"b\\c"}"#, #"{"x":"***"}"#), ([], "hunter2", "hunter2"),
            (["http://u:pass%21word@host.example/a?x=value1"], "host.example says value1 or pass!word", "*** says *** or ***"),
        ])
    func masked(_ texts: [String], _ text: String, _ expected: String) {
        var secrets = SecretValues()
        for text in texts { secrets.insert(text) }
        #expect(secrets.masked(text) == expected)
    }

    @Test(
        "are taken out of the strings and keys of values",
        arguments: [
            (#"{"hunter2":[1,"x hunter2",{"a":"\\hunter2"}]}"#, #"{"***":[1,"x ***",{"a":"\\***"}]}"#),
            (#"{"a":1234567,"b":"1234567"}"#, #"{"a":1234567,"b":"***"}"#), (#"{"a":"b"}"#, #"{"a":"b"}"#),
            (#"["\nfoo1","nfoo1"]"#, #""***""#),
        ])
    func values(_ json: String, _ expected: String) throws {
        let secrets = Self.secrets("hunter2", "1234567", "nfoo1")
        #expect(secrets.masked(try JSONValue(parsing: json)).compactText == expected)
    }

    @Test("of a URL that is not secret are its credentials") func address() {
        var secrets = SecretValues()
        secrets.insert(partsOf: "https://user:passw@host.example/path?jwt=abcdef&page=1234#frag")
        #expect(
            secrets.masked("host.example/path page 1234: user passw abcdef frag") == "host.example/path page 1234: user *** *** ***")
    }
}
