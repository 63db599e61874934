extension JQCase {
    /// How inputs are read.
    static let inputs: [JQCase] = [
        JQCase("reads standard input without files", ["-c", "."], on: "{\"a\": 1}", gives: "{\"a\":1}\n"),
        JQCase("takes . for a missing program", ["-c"], on: "[1]", gives: "[1]\n"),
        JQCase("runs on each value", ["."], on: "1 \"a\"\n[]null", gives: "1\n\"a\"\n[]\nnull\n"),
        JQCase("reads files in their order", [".", "two.json", "two.json"], gives: "1\n2\n1\n2\n"),
        JQCase("reads no input with -n", ["-n", "."], on: "no JSON", gives: "null\n"),
        JQCase("gives the inputs to inputs", ["-nc", "[inputs]", "two.json"], gives: "[1,2]\n"),
        JQCase("gives the next input to input", ["-c", "[., input]", "two.json"], gives: "[1,2]\n"),
        JQCase("gives only the wanted inputs", ["-nc", "[limit(1; inputs)], input", "two.json"], gives: "[1]\n2\n"),
        JQCase("ends input with an error", ["-n", "1, input"], gives: "1\n", code: 5),
        JQCase("reads lines with -R", ["-R", "."], on: "a\n\nb\n", gives: "\"a\"\n\"\"\n\"b\"\n"),
        JQCase("reads a last line without its end", ["-R", ".", "text.txt"], gives: "\"one\"\n\"two\"\n"),
        JQCase("reads a whole text with -Rs", ["-Rs", "."], on: "a\nb\n", gives: "\"a\\nb\\n\"\n"),
        JQCase("gives lines to inputs", ["-nRc", "[inputs]", "text.txt"], gives: "[\"one\",\"two\"]\n"),
        JQCase("reads all values into an array with -s", ["-sc", ".", "two.json", "two.json"], gives: "[1,2,1,2]\n"),
        JQCase("reads no values into an empty array", ["-sc", "."], gives: "[]\n"),
        JQCase("reads events with --stream", ["-c", "--stream", "."], on: "[1,[2]]", gives: "[[0],1]\n[[1,0],2]\n[[1,0]]\n[[1]]\n"),
        JQCase(
            "reads scalars and empty values as one event", ["-c", "--stream", "."], on: "3 [] {\"a\":{}}",
            gives: "[[],3]\n[[],[]]\n[[\"a\"],{}]\n[[\"a\"]]\n"),
        JQCase("makes values of events again", ["-nc", "--stream", "fromstream(inputs)"], on: "[1,{\"a\":2}]", gives: "[1,{\"a\":2}]\n"),
        JQCase(
            "gives the events in front of invalid JSON", ["-c", "--stream", "."], on: "[1,", gives: "[[0],1]\n", code: 5,
            olderJQ: "up to 1.6, the exit code of invalid JSON is 2 or 4"),
        JQCase("reads texts behind record separators", ["-c", "--seq", "."], on: "\u{1E}1\n\u{1E}[2]\n", gives: "\u{1E}1\n\u{1E}[2]\n"),
        JQCase(
            "passes over an invalid text of a sequence", ["-c", "--seq", "."], on: "\u{1E}[1\n\u{1E}[2]\n", gives: "\u{1E}[2]\n"),
        JQCase("names the file", ["-r", "input_filename", "two.json"], gives: "two.json\ntwo.json\n"),
        JQCase("names no file for standard input", ["input_filename"], on: "1", gives: "null\n", olderJQ: "names the input \"<stdin>\""),
        JQCase("counts the lines", ["-c", "[., input_line_number]", "two.json"], gives: "[1,1]\n[2,2]\n"),
    ]

    /// The program, and the values that the command line gives to it.
    static let arguments: [JQCase] = [
        JQCase("reads the program from a file with -f", ["-f", "program.jq", "data.json"], gives: "\"lamp\"\n"),
        JQCase("takes the first word for that file, wherever -f stands", ["program.jq", "-f", "data.json"], gives: "\"lamp\"\n"),
        JQCase("takes letters together", ["-nrj", "\"a\", \"b\""], gives: "ab"),
        JQCase("takes a program that begins with a dash", ["-n", "-1"], gives: "-1\n"),
        JQCase(
            "takes all words behind -- for operands", ["-n", "--", "-1"], gives: "-1\n",
            olderJQ: "up to 1.6, the program cannot stand behind --"),
        JQCase("sets a variable to a string with --arg", ["-n", "--arg", "a", "1", "$a, ($a | type)"], gives: "\"1\"\n\"string\"\n"),
        JQCase("sets a variable to a value with --argjson", ["-nc", "--argjson", "a", "{\"b\": [1]}", "$a.b"], gives: "[1]\n"),
        JQCase(
            "gives all variables as $ARGS.named", ["-nc", "$ARGS.named", "--arg", "a", "1", "--argjson", "b", "2"],
            gives: "{\"a\":\"1\",\"b\":2}\n"),
        JQCase("takes the first of two values", ["-n", "$a", "--arg", "a", "1", "--arg", "a", "2"], gives: "\"1\"\n"),
        JQCase("gives a variable that is no name", ["-n", "$ARGS.named[\"a b\"]", "--arg", "a b", "1"], gives: "\"1\"\n"),
        JQCase("reads the texts of a file with --slurpfile", ["-nc", "--slurpfile", "a", "two.json", "$a"], gives: "[1,2]\n"),
        JQCase("reads the text of a file with --rawfile", ["-n", "--rawfile", "a", "text.txt", "$a"], gives: "\"one\\ntwo\"\n"),
        JQCase("gives words as strings with --args", ["-nc", "$ARGS.positional", "--args", "a", "1"], gives: "[\"a\",\"1\"]\n"),
        JQCase("gives words as JSON with --jsonargs", ["-nc", "$ARGS.positional", "--jsonargs", "{}", "1"], gives: "[{},1]\n"),
        JQCase(
            "reads the files in front of --args", ["-c", "[., $ARGS.positional[]]", "two.json", "--args", "x"],
            gives: "[1,\"x\"]\n[2,\"x\"]\n"),
        JQCase("takes the program behind --args", ["-nc", "--args", "$ARGS.positional", "a"], gives: "[\"a\"]\n"),
        JQCase("gives the environment", ["-n", "$ENV.LAMP, env.LAMP"], gives: "\"on\"\n\"on\"\n"),
        JQCase("gives the place in the program", ["-nc", "1 as $x\n| $__loc__"], gives: "{\"file\":\"<top-level>\",\"line\":2}\n"),
    ]
}
