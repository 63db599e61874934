import Foundation
import JSONParsing
import Testing

@testable import Ground

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
            (["a b/ä-1~"], "?x=a%20b%2F%C3%A4-1~&y=a+b%2F%C3%A4-1~", "?x=***&y=***"),
            (["a b/ä-1~ long"], "?x=a%20b%2f%c3%a4-1~%20long", "?x=***"), (["a/b&c"], "?x=a%252Fb%2526c", "?x=***"),
            (["Hunter2Hunter2", "Hunter3"], "hunter2hUNTER2 hunter3", "*** hunter3"),
            (["a/ä<'\"b"], #"a\/\u00e4<'\"b"#, "***"),
            (["hunter-2/3\""], #"x%68unter%2D2\/3\u0022 hunter-2&#x2F;3 hunter-2/3&QUOT;"#, "x*** hunter-2&#x2F;3 ***"),
            (["hunter%2"], "hunter%2 hunter%252 hunter%", "*** *** hunter%"),
            (["a<b>'c&"], "a&lt;b&gt;&#39;c&amp; a&lt;b>'c&amp;", "*** ***"), (["overlap1", "lap1secret"], "overlap1secret", "***"),
            (["s3cr3t-t0k3n-abc"], "3cr3t-t0k3n-abc s3cr3t-t t-T0K3N-abcd s3cr3t- t0k3n-", "*** *** ***d s3cr3t- t0k3n-"),
            (["s3cr/t+t0k3n="], "x=%2Ft%2Bt0k3n%3D", "x=***"), (["topsecretvalue"], "secretvalue", "***"),
            // The words of paths, hosts and sentences are no parts of a token.
            (["data/secret/out.jsonl", "production.example"], "secret/out production", "secret/out production"),
            (["the whole sentence of a title"], "sentence of a title", "sentence of a title"),
            (["hunter2hunter3"], #"string ("hunter2hun...") or hun..."#, #"string ("***...") or hun..."#),
        ])
    func masked(_ texts: [String], _ text: String, _ expected: String) {
        var secrets = SecretValues()
        for text in texts { secrets.insert(text) }
        #expect(secrets.masked(text) == expected)
    }

    @Test("are taken out of Base64, wherever in a longer text they stand", arguments: ["", "x:", "xy:", "xyz:"])
    func base64(_ start: String) {
        let text = Data("\(start)hunter2/hunter2?\n".utf8).base64EncodedString()
        for form in [text, text.replacing("+", with: "-").replacing("/", with: "_")] {
            let masked = Self.secrets("hunter2/hunter2?").masked(form)
            #expect(masked.contains("***"))
            // What is left: the text around, and the characters that it shares with the secret.
            #expect(masked.count <= form.count - 19 + 3)
        }
    }

    @Test("are taken out of pieces, wherever these end") func pieces() {
        let secrets = Self.secrets("hunter2")
        let (start, end) = (String(repeating: "b", count: 30), String(repeating: "c", count: 45))
        let text = Array("a hunter2\(start)%68unter2hunter2\(end) hunter".utf8)
        for first in 0...text.count {
            for second in first...text.count {
                var output: [UInt8] = []
                var rest: [UInt8] = []
                for (piece, isEnd) in [(text[..<first], false), (text[first..<second], false), (text[second...], true)] {
                    let (masked, remaining) = secrets.masked(rest + piece, isEnd: isEnd)
                    output += masked
                    rest = remaining
                }
                #expect(String(decoding: output, as: UTF8.self) == "a ***\(start)******\(end) hunter" && rest.isEmpty)
            }
        }
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

    /// Values under the name of a secret: in a quotation, and in other messages and records.
    static let literals = [
        ("hunter2", "'hunter2', xhunter2x", "'***', x***x", "'***', x***x"), ("HunTer", "HunTer xHunTer", "*** x***", "*** x***"),
        ("tok-en-1", "tok-en-1 tok%2Den-1", "*** ***", "*** ***"),
        ("hunter", "no hunter: hunters", "no ***: hunters", "no hunter: hunters"),
        ("bearer", "a bearer token", "a *** token", "a bearer token"),
        ("name", "by name, username", "by ***, username", "by name, username"),
        ("true", "it is true", "it is ***", "it is true"), ("12345678", "12345678 123456789", "*** 123456789", "12345678 123456789"),
        ("a b\"c", "a b\\\"c", "***", "a b\\\"c"), ("asc", "asc", "asc", "asc"), ("größe", "größe größer", "*** größer", "größe größer"),
    ]

    @Test("that may be ordinary words are taken out of quotations only", arguments: literals)
    func literal(_ secret: String, _ text: String, _ quotation: String, _ message: String) {
        var secrets = SecretValues()
        secrets.insert(literal: secret)
        var union = SecretValues()
        union.formUnion(secrets)
        #expect(union.maskedQuotation(text) == quotation)
        #expect(union.masked(text) == message)
    }

    @Test("of a URL that is not secret are its credentials") func address() {
        var secrets = SecretValues()
        secrets.insert(partsOf: "https://user:passw@host.example/path?jwt=abcdef&page=1234#frag")
        #expect(
            secrets.masked("host.example/path page 1234: user passw abcdef frag") == "host.example/path page 1234: user *** *** ***")
    }
}
