extension PipelinePlan {
    /// The files that the commands of programs name by relative paths, such as a script: a part of the pipeline. A relative path starts from
    /// the folder of the pipeline file, so that a copy of the folder on another machine has the same files.
    ///
    /// - Returns: Each path as this process opens it, and as the command names it.
    var programFiles: [(path: String, written: String)] {
        startedPrograms().flatMap { _, program in
            program.arguments.enumerated().compactMap { number, argument in
                guard !argument.isSecret, let name = Self.file(in: argument.value, isProgram: number == 0), !name.hasPrefix("/") else {
                    return nil
                }
                let path = program.folder.isEmpty ? name : "\(program.folder)/\(name)"
                return FilePath.kind(of: path) == .regular ? (path, name) : nil
            }
        }
    }

    /// What decides about the result of a run, and is no part of its ``RunIdentity``: the values of environment variables, which may be
    /// secrets, and programs that the machine has. Each as a phrase; none if the identity has all.
    package var uncomparedFacts: [String] {
        let variables = Set(secretUses.map(\.node).filter { $0.hasPrefix("$env.") }).sorted()
        let programs = startedPrograms().compactMap { _, program in
            program.arguments.first.flatMap { $0.value.contains("/") && !$0.value.hasPrefix("/") ? nil : program.name }
        }
        return variables + Set(programs).sorted().map { "the program \($0)" }
    }

    /// The file that an argument may name: the argument, or what stands behind the equals sign of an option.
    ///
    /// - Parameter isProgram: Whether it is the name of the program, which is looked up in the machine's folders unless it has a slash.
    private static func file(in argument: String, isProgram: Bool) -> String? {
        if isProgram { return argument.contains("/") ? argument : nil }
        guard argument.hasPrefix("-"), let sign = argument.firstIndex(of: "=") else { return argument.isEmpty ? nil : argument }
        let value = argument[argument.index(after: sign)...]
        return value.isEmpty ? nil : String(value)
    }
}
