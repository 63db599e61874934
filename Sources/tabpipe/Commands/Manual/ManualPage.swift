internal import Pipeline

/// The manual page of the program, from the commands' declarations and the registry.
struct ManualPage {
    private let registry: Registry
    private let commands: [any Command.Type]
    private var writer: RoffWriter

    private init(_ registry: Registry, _ program: CommandList) {
        self.registry = registry
        commands = program.commands
        writer = RoffWriter(name: "tabpipe", section: 1, source: "tabpipe \(TabpipeVersion.text)", manual: "User Commands")
    }

    /// The page in roff.
    static func text(_ registry: Registry, _ program: CommandList) -> String {
        var page = ManualPage(registry, program)
        page.writeIntroduction()
        page.writeCommands()
        page.writePipelineFiles()
        page.writeComponents()
        page.writeSurroundings()
        return page.writer.text
    }

    private mutating func writeIntroduction() {
        writer.section("Name")
        writer.paragraph("tabpipe - \(HelpText.purpose.dropLast())")
        writer.section("Synopsis")
        writer.paragraph("`tabpipe` COMMAND [options] [FILE…]")
        writer.section("Description")
        writer.paragraph(
            "A pipeline file is a JSON object that names a source, stages and sinks. `tabpipe run FILE` reads records from the source, takes "
                + "each through the stages, and gives it to every sink. Data goes to standard output, all messages go to standard error.")
        writer.paragraph(
            "Outputs and rejects of a run appear together at its good end, or not at all. The last message counts the records: those that "
                + "were read and made are as many as those that were written, filtered, rejected and skipped.")
        writer.section("Options")
        for option in ProgramOptions.all { writer.entry(option.synopsis, option.description) }
        writer.paragraph(
            "Every command takes `--help`. A value follows its option as the next word or after an equals sign, or directly after a short "
                + "option. Short options can stand together. Words after `--` are operands.")
    }

    private mutating func writeCommands() {
        writer.section("Commands")
        for command in commands.map({ CommandDeclaration($0) }) {
            let operands = command.operandSynopsis.isEmpty ? "" : " \(command.operandSynopsis)"
            writer.subsection("tabpipe \(command.name)\(operands)\(command.options.isEmpty ? "" : " [options]")")
            writer.paragraph(command.summary)
            if let details = command.details { writer.paragraph(details) }
            for option in command.options { writer.entry(option.synopsis, option.description) }
            writer.example(command.examples)
        }
    }

    private mutating func writePipelineFiles() {
        writer.section("Pipeline files")
        writer.paragraph("The keys of a pipeline file:")
        writer.entry("source (object, required)", "Where records come from: `type` and the options of a source.")
        writer.entry("stages (list)", "What happens to each record, in this order: objects with `type` and the options of a stage.")
        writer.indented { writer in
            writer.paragraph("`{\"use\": \"FILE\", \"with\": {…}}` stands for the stages of another file:")
            Self.write(StageUse.declarations, to: &writer)
        }
        writer.entry("sinks (list, required)", "Where records go: objects with `type` and the options of a sink.")
        writer.entry(
            "parameters (object)",
            "Names that `--set` gives values to. Each is an object that can have `default` and `help`. One without a default is required.")
        Self.write(OptionReader.headerDeclarations(), to: &writer)
        writer.paragraph(
            "`{\"$param\": \"x\"}`, `{\"$env\": \"X\"}` and `{\"$file\": \"path\"}` stand for values: of a parameter, an environment variable "
                + "or a file. Expressions are programs of jq(1), where a parameter is a variable: `$name`. A list of strings is a program of "
                + "several lines.")
        writer.paragraph("`tabpipe new` prints this file:")
        writer.example(PipelineTemplate.plain.text.split(separator: "\n").map(String.init))
    }

    private mutating func writeComponents() {
        for group in registry.groups {
            writer.section(group.kind.rawValue)
            for component in group.components {
                let (declarations, details) = ComponentOptions.description(of: component, kind: group.kind, in: registry)
                writer.subsection("\(component.name) (\(group.kind.singular))")
                writer.paragraph(component.summary)
                Self.write(declarations, to: &writer)
                for shape in details.reads {
                    writer.paragraph("Reads of \(shape.name):")
                    writer.indented { writer in
                        for field in shape.fields { Self.write(field, to: &writer) }
                    }
                }
                writer.example([ComponentOptions.example(of: component, declarations)])
            }
        }
    }

    private static func write(_ declarations: [OptionDeclaration], to writer: inout RoffWriter) {
        for option in declarations {
            writer.entry("\(option.name) (\(option.facts))", option.help)
            let (inner, cases) = (option.kind.innerOptions, option.kind.cases)
            if !inner.isEmpty { writer.indented { write(inner, to: &$0) } }
            guard !cases.isEmpty else { continue }
            writer.indented { writer in
                for choice in cases {
                    writer.entry("type \"\(choice.name)\"", choice.help)
                    if !choice.options.isEmpty { writer.indented { write(choice.options, to: &$0) } }
                }
            }
        }
    }

    private static func write(_ field: RecordField, to writer: inout RoffWriter) {
        writer.entry("\(field.name) (\(field.facts))", field.help)
        let fields = field.innerFields
        if fields.isEmpty { return }
        writer.indented { writer in
            for field in fields { write(field, to: &writer) }
        }
    }

    private mutating func writeSurroundings() {
        writer.section("Exit status")
        for code in ExitCode.all { writer.entry(code.codes, code.details) }
        writer.section("Environment")
        for variable in EnvironmentVariable.allCases { writer.entry(variable.rawValue, variable.help) }
        writer.paragraph("A pipeline file can read other variables with `{\"$env\": \"X\"}`. Messages never show their values.")
        writer.section("Files")
        writer.entry("NAME.rejects.jsonl", "The rejected records of a run, beside its first output or in the current folder.")
        writer.entry("NAME.rejects.PID-N.jsonl", "The rejected records of one `tabpipe pipe`.")
        writer.entry(
            ".tabpipe-*", "Locks and unfinished outputs, beside the outputs. They go at the end of the run, or with the next one.")
        writer.section("Examples")
        writer.example(commands.flatMap { $0.examples.prefix(1) })
        writer.section("See also")
        writer.paragraph("jq(1), curl(1)")
    }
}
