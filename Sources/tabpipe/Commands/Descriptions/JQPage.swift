internal import JSONQuery
internal import Pipeline

/// The page about the jq dialect: what it adds, its limits, and what it lacks.
enum JQPage {
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

    /// Those that every program has, and those that this program has registered.
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
