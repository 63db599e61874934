extension JQCase {
    /// How outputs are written.
    static let outputs: [JQCase] = [
        JQCase(
            "indents with two spaces", ["."], on: #"{"a":[1,{}],"b":[],"c":{"d":null}}"#,
            gives: "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": [],\n  \"c\": {\n    \"d\": null\n  }\n}\n"),
        JQCase("writes one line with -c", ["-c", ".", "data.json"], gives: files["data.json"] ?? ""),
        JQCase("indents with tabs", ["--tab", "."], on: "[[1]]", gives: "[\n\t[\n\t\t1\n\t]\n]\n"),
        JQCase("indents with other numbers of spaces", ["--indent", "1", "."], on: "[[1]]", gives: "[\n [\n  1\n ]\n]\n"),
        JQCase("takes no spaces for one line", ["--indent", "0", "."], on: "[[1]]", gives: "[[1]]\n"),
        JQCase("takes the last of these options", ["--indent", "1", "--tab", "."], on: "[1]", gives: "[\n\t1\n]\n"),
        JQCase("writes strings as they are with -r", ["-r", ".[]", "list.json"], gives: "é\na\"b\n3\nnull\n"),
        JQCase("writes only strings so", ["-rc", ".", "list.json"], gives: "[\"é\",\"a\\\"b\",3,null]\n"),
        JQCase("writes no line breaks with -j", ["-j", ".[]", "list.json"], gives: "éa\"b3null"),
        JQCase(
            "writes a zero byte behind each output", ["--raw-output0", ".[]", "list.json"], gives: "é\0a\"b\03\0null\0",
            olderJQ: "--raw-output0 is new in 1.7"),
        JQCase(
            "refuses a string with a zero byte there", ["--raw-output0", ".[]"], on: #"["a","\u0000"]"#, gives: "a\0", code: 5,
            olderJQ: "--raw-output0 is new in 1.7"),
        JQCase("writes escapes with -a", ["-ac", "."], on: #"["é\u00e9🎉"]"#, gives: "[\"\\u00e9\\u00e9\\ud83c\\udf89\"]\n"),
        JQCase("decodes escapes", ["-c", "."], on: #"["\u00e9\/\u0041\u0022\u005c\n\u001f"]"#, gives: "[\"é/A\\\"\\\\\\n\\u001f\"]\n"),
        JQCase("sorts keys with -S", ["-Sc", ".", "deep.json"], gives: "{\"a\":1,\"b\":{\"c\":2,\"d\":1}}\n"),
        JQCase(
            "writes colors with -C", ["-Cc", "."], on: #"{"a":[null,true,1,"x"]}"#,
            gives: "\u{1B}[1;39m{\u{1B}[0m\u{1B}[1;34m\"a\"\u{1B}[0m\u{1B}[1;39m:\u{1B}[0m\u{1B}[1;39m[\u{1B}[0m\u{1B}[0;90mnull\u{1B}[0m"
                + "\u{1B}[1;39m,\u{1B}[0m\u{1B}[0;39mtrue\u{1B}[0m\u{1B}[1;39m,\u{1B}[0m\u{1B}[0;39m1\u{1B}[0m\u{1B}[1;39m,\u{1B}[0m"
                + "\u{1B}[0;32m\"x\"\u{1B}[0m\u{1B}[1;39m]\u{1B}[0m\u{1B}[1;39m}\u{1B}[0m\n",
            olderJQ: "the colors are those of 1.8"),
        JQCase("writes no colors with -M", ["-CMc", "."], on: "[1]", gives: "[1]\n"),
        JQCase("writes a record separator with --seq", ["-n", "--seq", "1, \"a\""], gives: "\u{1E}1\n\u{1E}\"a\"\n"),
        JQCase("writes each output at once with --unbuffered", ["--unbuffered", ".", "two.json"], gives: "1\n2\n"),
        JQCase(
            "writes the value of debug to standard error", ["-nc", "[1] | debug | length"], gives: "1\n", messages: "[\"DEBUG:\",[1]]\n"),
        JQCase(
            "writes a string of stderr as it is", ["-n", "\"a\\n\" | stderr | length"], gives: "2\n", messages: "a\n",
            olderJQ: "up to 1.6, stderr writes strings as JSON"),
        JQCase("writes other values of stderr as JSON", ["-nc", "[1] | stderr | length"], gives: "1\n", messages: "[1]"),
    ]

    /// How runs end.
    static let endings: [JQCase] = [
        JQCase("ends well", ["-n", "false"], gives: "false\n"),
        JQCase("ends with 0 for a last output that is true", ["-e", "."], on: "false 1", gives: "false\n1\n"),
        JQCase("ends with 1 for a last output that is false", ["-e", "."], on: "1 false", gives: "1\nfalse\n", code: 1),
        JQCase("ends with 1 for a last output that is null", ["-e", ".a"], on: "{}", gives: "null\n", code: 1),
        JQCase("ends with 4 without output", ["-e", "empty"], on: "1 2", gives: "", code: 4),
        JQCase("remembers the last output", ["-e", "select(. == 1)"], on: "1 2", gives: "1\n", olderJQ: "looks at the last input alone"),
        JQCase("ends with 2 for an unknown option", ["--bad", "."], gives: "", code: 2),
        JQCase("ends with 2 for a value that is no JSON", ["-n", "--argjson", "a", "{", "."], gives: "", code: 2),
        JQCase("ends with 2 for more spaces than 7", ["--indent", "8", "."], on: "1", gives: "", code: 2),
        JQCase("ends with 2 for a missing value", ["-n", ".", "--arg", "a"], gives: "", code: 2),
        JQCase("ends with 2 for a missing file", [".", "missing.json"], gives: "", code: 2),
        JQCase("ends with 2 for a missing program", ["-f", "missing.jq"], gives: "", code: 2),
        JQCase("ends with 2 for a missing --slurpfile", ["-n", "--slurpfile", "a", "missing.json", "."], gives: "", code: 2),
        JQCase("ends with 3 for a wrong program", [".a |"], on: "{}", gives: "", code: 3),
        JQCase("ends with 3 for an unknown variable", ["-n", "$a"], gives: "", code: 3),
        JQCase("ends with 5 for an error", ["-n", "1, error(\"x\"), 2"], gives: "1\n", code: 5),
        JQCase("goes on with the next input behind an error", [".a"], on: "1 {\"a\":2}", gives: "2\n"),
        JQCase("ends with the code of the last input", [".a"], on: "{\"a\":2} 1", gives: "2\n", code: 5),
        JQCase(
            "ends with 5 at invalid JSON", ["."], on: "1 {2", gives: "1\n", code: 5,
            olderJQ: "up to 1.6, the exit code of invalid JSON is 2 or 4"),
        JQCase("ends at halt", ["1, halt, 2", "two.json"], gives: "1\n", messages: "", olderJQ: "ends the input alone"),
        JQCase("ends at halt_error with its text", ["-n", "1, (\"bye\" | halt_error)"], gives: "1\n", code: 5, messages: "bye"),
        JQCase("ends at halt_error with its code", ["-n", "\"bye\\n\" | halt_error(3)"], gives: "", code: 3, messages: "bye\n"),
        JQCase("writes other values of halt_error as JSON", ["-n", "{a: 1} | halt_error"], gives: "", code: 5, messages: "{\"a\":1}\n"),
        JQCase("cannot catch halt", ["-n", "try halt_error(1) catch 2"], gives: "", code: 1, messages: ""),
        JQCase("catches the end of the inputs", ["-nc", "[inputs], (try input catch 0)", "two.json"], gives: "[1,2]\n0\n"),
    ]
}
