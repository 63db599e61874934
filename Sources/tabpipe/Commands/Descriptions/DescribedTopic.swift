internal import Pipeline

/// What `tabpipe describe` explains beside components.
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
