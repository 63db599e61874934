internal import Pipeline

/// `tabpipe completion bash|zsh|fish`
struct CompletionCommand: Command {
    static let name = "completion"
    static let group = CommandGroup.learn
    static let summary = "Prints a script that lets a shell complete commands, options and names."
    static let examples = ["tabpipe completion bash > /etc/bash_completion.d/tabpipe", "source <(tabpipe completion zsh)"]
    static let details: String? = "`tabpipe completion parameters FILE…` prints what can follow --set; the scripts ask for it."
    private let output: Output?
    private let words: [String]

    /// The output of the command: the script for a shell, or parameters for a script.
    private enum Output: String, CaseIterable { case bash, zsh, fish, parameters }

    init(arguments: inout ArgumentReader) {
        output = arguments.choice(of: Output.self, isRequired: true, hiding: [.parameters])
        words = arguments.hiddenFiles()
    }

    func run(in context: CommandContext) async throws -> Int32 {
        let words = CompletionWords(context.registry, .program)
        switch output {
        case .bash: context.console.writeOutput(BashCompletion.script(words))
        case .zsh: context.console.writeOutput(ZshCompletion.script(words))
        case .fish: context.console.writeOutput(FishCompletion.script(words))
        case .parameters: context.console.writeOutput(parameters)
        case nil: break
        }
        return ExitCode.done
    }

    /// The parameters of the pipeline files among the words, each with an equals sign.
    private var parameters: String {
        let names = words.filter { $0.hasSuffix(".json") }.flatMap { PipelineReader.parameters(of: $0)?.keys ?? [] }
        return Set(names).sorted().map { "\($0.printable)=\n" }.joined()
    }
}
