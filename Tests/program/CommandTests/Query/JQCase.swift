import Testing

/// One behaviour of jq's command line, from its manual.
struct JQCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let arguments: [String]
    var input = ""
    let output: String
    let code: Int32
    /// What is written to standard error; nil if that is a message, which each program words in its own way.
    let messages: String?
    /// How older releases than 1.8 differ from the manual; nil if the installed jq has to behave in the same way.
    let difference: String?

    init(
        _ name: String, _ arguments: [String], on input: String = "", gives output: String, code: Int32 = 0, messages: String? = nil,
        olderJQ difference: String? = nil
    ) {
        testDescription = name
        self.arguments = arguments
        self.input = input
        self.output = output
        self.code = code
        self.messages = messages
        self.difference = difference
    }

    /// The files that the cases read.
    static let files = [
        "data.json": #"{"name":"lamp","price":12.5,"tags":["a","b"]}"# + "\n", "two.json": "1\n2\n",
        "deep.json": #"{"b":{"d":1,"c":2},"a":1}"#,
        "program.jq": "# The name.\n.name\n", "text.txt": "one\ntwo", "list.json": #"["é","a\"b",3,null]"#,
    ]
}
