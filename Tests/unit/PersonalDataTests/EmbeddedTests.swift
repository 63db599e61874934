import PersonalData
import Testing

@Suite("Encoded texts") struct EmbeddedTests {
    private static func redacted(_ text: String) throws -> String {
        var redactor = Redactor(kinds: PersonalDataKind.standard)
        redactor.add(header: "Ann Example <ann@example.com>")
        return try redactor.redacted(text) ?? text
    }

    @Test(
        "are encoded again with aliases",
        arguments: [
            ("x YW5uQGV4YW1wbGUuY29t y", "x W0VNQUlMXzFd y"), ("?e=YW5uQGV4YW1wbGUuY29t&a=1", "?e=W0VNQUlMXzFd&a=1"),
            ("/out/YW5uQGV4YW1wbGUuY29t", "/out/W0VNQUlMXzFd"),
            ("data:text/html;base64,PGI+QW5uIEV4YW1wbGU8L2I+", "data:text/html;base64,PGI+W1BFUlNPTl8xXTwvYj4="),
            // Two lines of 60 digits and a shorter one.
            (
                "QW5uIEV4YW1wbGUgd3JvdGUgdG8gYm9iQGV4YW1wbGUub3JnIGFuZCBtb3Jl\nIHRleHQgdGhhdCBpcyBsb25nZXIgdGhhbiBvbmUgbGluZS4=",
                "W1BFUlNPTl8xXSB3cm90ZSB0byBbRU1BSUxfMV0gYW5kIG1vcmUgdGV4dCB0\naGF0IGlzIGxvbmdlciB0aGFuIG9uZSBsaW5lLg=="
            ),
            (
                "QW5uIEV4YW1wbGUgd3JvdGUgdG8gYm9iIGFuZCBtb3JlIHRleHQgdGhhdCBpcyBsb25n\nBob",
                "W1BFUlNPTl8xXSB3cm90ZSB0byBib2IgYW5kIG1vcmUgdGV4dCB0aGF0IGlzIGxvbmc=\nBob"
            ),
            // ISO-8859-1, NUL and form feed.
            ("x R3L832UgYW4gYW5uQGV4YW1wbGUuY29t", "x R3L832UgYW4gW0VNQUlMXzFd"),
            ("x SGkMAGFubkBleGFtcGxlLmNvbQ==", "x SGkMAFtFTUFJTF8xXQ=="),
            ("=?UTF-8?Q?Ann_Example?= <x>", "[PERSON_1] <x>"), ("=?utf-8?B?QW5uIEV4YW1wbGU=?=", "[PERSON_1]"),
            ("=?iso-8859-1?Q?F=FCr_Ann?=", "=?UTF-8?B?RsO8ciBbUEVSU09OXzFd?="), ("=?UTF-8?Q?Ann?=\n =?UTF-8?Q?_Example?=", "[PERSON_1]"),
        ])
    func areEncodedAgain(_ text: String, _ wanted: String) throws { #expect(try Self.redacted(text) == wanted) }

    @Test("keep the ends of their lines, also where those are escapes of JSON", arguments: ["\n", "\r\n", "\\n", "\\r\\n"])
    func linesWithEscapes(_ end: String) throws {
        // The second line begins in lower case, as the escapes end.
        let lines = [
            "amFiYmVyIGFib3V0IGFubkBleGFtcGxlLmNvbSBhbmQgd2hhdCBzaGUgd3Jv",
            "dGUgdG8gYWxsIG9mIHVzIGFib3V0IGl0LCBpbiBhIGxvbmcgbGV0dGVyLg==",
        ]
        let wanted = [
            "amFiYmVyIGFib3V0IFtFTUFJTF8xXSBhbmQgd2hhdCBzaGUgd3JvdGUgdG8g",
            "YWxsIG9mIHVzIGFib3V0IGl0LCBpbiBhIGxvbmcgbGV0dGVyLg==",
        ]
        #expect(
            try Self.redacted("{\"a\":\"x\(end)\(lines.joined(separator: end))\"}")
                == "{\"a\":\"x\(end)\(wanted.joined(separator: end))\"}")
    }

    @Test(
        "without personal data stay",
        arguments: [
            "aGVsbG8gd29ybGQgYW5kIG1vcmU=", "internationalization", "550e8400-e29b-41d4-a716-446655440000", "----------------------------",
            "________________", "=?UTF-8?Q?Hello?=", "=?UTF-8?Q?Bob", "=?nothing?Q?Hello?=", "/a/long/path/of/a/page", "=?UTF-8?X?Bob?=",
        ])
    func stay(_ text: String) throws { #expect(try Self.redacted(text) == text) }

    @Test(
        "name persons in headers",
        arguments: ["=?UTF-8?Q?J=C3=BCrgen_M=C3=BCller?= <j@x.org>", "=?utf-8?B?SsO8cmdlbiBNw7xsbGVy?= <j@x.org>"])
    func nameInHeader(_ header: String) throws {
        var redactor = Redactor(kinds: [.person])
        redactor.add(header: header)
        #expect(try redactor.redacted("Hallo Jürgen Müller") == "Hallo [PERSON_1]")
    }
}
