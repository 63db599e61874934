internal import JSONQuery
internal import Pipeline

/// The topics of `tabpipe describe` besides components.
enum DescribedTopic: String, CaseIterable {
    case jq, pipeline, tests

    /// The page of the topic.
    func text(_ registry: Registry) -> String {
        switch self {
        case .jq: JQPage.text(registry)
        case .pipeline: Self.pipelineText
        case .tests: Self.testsText
        }
    }

    private static var pipelineText: String {
        var text = "pipeline (file)\n  A JSON object: where records come from, what happens to each, and where they go.\n\n  keys:\n"
        text += """
                source (a step; required)
                  Where records come from: {"type": …} with the options of a source; `tabpipe list sources`.
                stages (list of steps)
                  What happens to each record, in order; `tabpipe list stages`. {"use": FILE, "with": {…}} brings in the stages of a file.
                sinks (list of steps; required)
                  Where records go; `tabpipe list sinks`. Each sink gets every record.
                parameters (object)
                  Values that --set NAME=VALUE replaces: {"NAME": {"default": …, "help": "…"}}. In programs and {{ }}, it is $NAME.

            """
        text += OptionText.lines(OptionReader.headerDeclarations(), indent: "    ")
        text += "    tests (list of objects)\n      What a run has to give; `tabpipe describe tests`.\n"
        text += """

              objects that stand for a value:
                {"$param": "NAME"}
                  The value of a parameter.
                {"$env": "NAME"}
                  An environment variable. It is a secret, and no output or message shows it.
                {"$file": "PATH"}
                  The text of a file.

              example:
                {"source": {"type": "json", "from": "input.json"}, "sinks": [{"type": "jsonl", "to": "-"}]}

            """
        return text
    }

    private static var testsText: String {
        var text = "tests (of a pipeline)\n  `tabpipe test FILE` runs them without a network and without changing outputs.\n"
        text += "  They are in the key \"tests\" of FILE.json, or in FILE.tests.json beside it.\n\n  keys:\n"
        text += OptionText.lines(TestFile.declarations, indent: "    ")
        text += """

              example:
                {"tests": [{"name": "titles become slugs", "records": [{"title": "Two Words"}],
                            "part": {"to": "stages[0]"}, "expect": {"records": {"equals": [{"title": "Two Words", "slug": "two-words"}]}}}]}

            """
        return text
    }
}

/// The page about the jq dialect: what it adds, its limits, and what it lacks.
private enum JQPage {
    static func text(_ registry: Registry) -> String {
        var text = "jq (language of expressions)\n  Programs of jq 1.8 and further functions; jqlang.org/manual describes the language.\n"
        text += "\n  in a pipeline file:\n" + lines(forms)
        text += "\n  functions that jq does not have:\n"
        for function in functions(registry) {
            text += "    \(function.signature)\n      \(function.help)\n"
            for example in function.examples { text += "        \(example.program)  →  \(example.output)\n" }
        }
        text += "    fromdate, fromdateiso8601\n      Also take fractions of seconds and distances to UTC.\n"
        text += "\n  limits of a program, for one record:\n" + lines(limits)
        text += "\n  not there:\n" + lines(absent)
        return text
    }

    /// The built-in functions and those that the program registers, sorted by name.
    static func functions(_ registry: Registry) -> [QueryFunction] {
        (QueryFunctions.builtIn + registry.functions.all).sorted { $0.key < $1.key }
    }

    private static func lines(_ lines: [String]) -> String { lines.map { "    \($0)\n" }.joined() }

    private static var limits: [String] {
        let limits = QueryLimits.standard
        return [
            "steps: \(limits.maxSteps)", "levels of calls: \(limits.maxCalls)", "levels of values: \(limits.maxDepth)",
            "bytes of a text: \(limits.maxLength)", "elements of an array: \(limits.maxElements)",
            "bytes of memory: \(limits.maxMemory) (--program-memory sets another limit)",
        ]
    }

    private static let forms = [
        "$name is the parameter \"name\" of the file, as the JSON value that --set or its default gives",
        "a list of strings is a program of several lines: [\".a as $x\", \"| .b + $x\"]",
    ]

    private static let absent = [
        "import, include, modulemeta, get_jq_origin, get_prog_origin; \"definitions\" of a pipeline file hold shared functions",
        "input fails and inputs is empty: a program sees one record", "halt and halt_error are errors of the record",
        "$ENV and env are empty; a pipeline file has $env objects", "tabpipe query has input, inputs, $ENV, env, halt and halt_error",
    ]
}

/// Options in the form of `tabpipe describe`: name, facts and help of each, with its inner options below it.
enum OptionText {
    /// - Parameter indent: The spaces in front of each line.
    static func lines(_ declarations: [OptionDeclaration], indent: String) -> String {
        var text = ""
        for option in declarations {
            text += "\(indent)\(option.name) (\(option.facts))\n\(indent)  \(option.help)\n"
            text += lines(option.kind.innerOptions, indent: indent + "    ")
            for choice in option.kind.cases {
                text += "\(indent)    type \"\(choice.name)\"\n\(indent)      \(choice.help)\n"
                text += lines(choice.options, indent: indent + "        ")
            }
        }
        return text
    }
}
