/// Values that try to leave their place in a URL, a path, a header or a JSON text.
package enum HostileValues {
    package static let all: [String] =
        [
            "/", "..", ".", "../..", "../../etc/passwd", "a/../../b", "//evil.example/", "https://evil.example/", "\\", "..\\..", "a\\b",
            "?",
            "?admin=1", "a?b", "#", "#top", "a#b", "&", "a&b=c", "=", ";", "@", "@evil.example", "user:pw@evil.example", ":", ":8080",
            ".evil.example", "%2e%2e", "%2F..%2F", "%00", "\r\nX-Evil: 1", "\n", "\r", "\u{0}", "a\u{0}b", "\"", "\"}, {\"evil\": \"1",
            "'", "`id`", "$(id)", "{{.id}}", "{{$secret}}", "{{\"x\"}}", "${HOME}", " ", "\t", "\u{202E}txt", "/\u{301}", "ü/é", "",
            "-", "~", "*", "CON", "nul.txt",
        ] + [String(repeating: "x", count: 10_240), String(repeating: "../", count: 3_413)]
}
