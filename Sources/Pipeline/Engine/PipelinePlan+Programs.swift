extension PipelinePlan {
    /// The external programs that a run would start, each with the step that names it.
    ///
    /// - Parameter writes: Whether the sinks write. In a run that writes nothing, they start no program.
    package func startedPrograms(writes: Bool = true) -> [(step: String, program: ForeignProgram)] {
        let sinkPaths = Set(sinks.map(\.common.path))
        return components.filter { writes || !sinkPaths.contains($0.common.path) }.flatMap { step in
            step.component.hooks.programs.map { (step.common.path, $0) }
        }
    }

    /// The failure of a run that would start programs and may not; nil if it may, or starts none.
    ///
    /// - Parameter writes: Whether the sinks write.
    package func programFault(writes: Bool = true) -> PipelineFailure? {
        let programs = startedPrograms(writes: writes)
        guard !allowsPrograms, !programs.isEmpty else { return nil }
        return .programs(programs.map { "\($0.step) starts \($0.program.shown)" })
    }

    /// The programs and scripts that commands name by relative paths: a part of the pipeline. A relative path starts from the folder of the
    /// pipeline file, so that a copy of the folder on another machine has the same files. Other files among the arguments may be data that a
    /// run changes, such as a database.
    ///
    /// - Returns: Each path as this process opens it, and as the command names it.
    var programFiles: [(path: String, written: String)] { namedFiles().filter(\.isCode).map { ($0.path, $0.written) } }

    /// The files among the arguments of programs. Those that are code and have relative paths are a part of the pipeline.
    private func namedFiles() -> [(path: String, written: String, isCode: Bool)] {
        startedPrograms().flatMap { _, program in
            program.arguments.enumerated().compactMap { number, argument in
                guard !argument.isSecret, let name = Self.file(in: argument.value, isProgram: number == 0) else { return nil }
                let isRelative = !name.hasPrefix("/")
                let path = isRelative && !program.folder.isEmpty ? "\(program.folder)/\(name)" : name
                guard FilePath.kind(of: path) == .regular, isRelative || number > 0 else { return nil }
                return (path, name, isRelative && (number == 0 || Self.isScript(name)))
            }
        }
    }

    /// Facts that influence the result of a run and are no part of its ``RunIdentity``: the values of environment variables, which may be
    /// secrets, installed programs, and files that may be data. Each is a phrase; the list is empty if the identity covers everything.
    package var uncomparedFacts: [String] {
        let variables = Set(declaration.secretUses.map(\.node).filter { $0.hasPrefix("$env.") }).sorted()
        let programs = startedPrograms().compactMap { _, program in
            program.arguments.first.flatMap { $0.value.contains("/") && !$0.value.hasPrefix("/") ? nil : program.name }
        }
        let files = namedFiles().filter { !$0.isCode }.map(\.written.printable)
        let seconds = components.flatMap(\.component.hooks.sources).filter { !isFile($0) }.map { "the records of \($0.step.path)" }
        return variables + seconds + Set(files).sorted().map { "the file \($0)" } + Set(programs).sorted().map { "the program \($0)" }
    }

    /// Whether a second source reads files alone whose content is compared, and not addresses or what a pattern matches.
    private func isFile(_ second: SecondSource) -> Bool {
        let uses = files.filter { $0.purpose == .input && $0.place.hasPrefix("\(second.step.path).") }
        return !uses.isEmpty && uses.allSatisfy { !$0.isAddress && FilePath.kind(of: $0.path) == .regular }
    }

    /// The endings of scripts.
    private static let scriptEndings: Set = [
        "awk", "bash", "cjs", "jq", "js", "lua", "mjs", "php", "pl", "ps1", "py", "r", "rb", "sed", "sh", "sql", "swift", "tcl", "ts",
        "zsh",
    ]

    /// Whether the name of a file is that of a script.
    private static func isScript(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return scriptEndings.contains(name[name.index(after: dot)...].lowercased())
    }

    /// The file that an argument may name: the whole argument, or the text after the equals sign of an option.
    ///
    /// - Parameter isProgram: Whether the argument is the name of the program, which the system looks up in `PATH` unless it contains a
    ///   slash.
    private static func file(in argument: String, isProgram: Bool) -> String? {
        if isProgram { return argument.contains("/") ? argument : nil }
        guard argument.hasPrefix("-"), let sign = argument.firstIndex(of: "=") else { return argument.isEmpty ? nil : argument }
        let value = argument[argument.index(after: sign)...]
        return value.isEmpty ? nil : String(value)
    }
}
