internal import JSONParsing
internal import Pipeline

/// What tests refer to in a pipeline file, without its components.
struct PipelineOutline: Sendable {
    private let parameters: [String]
    private let stages: StageOutline
    /// The parameter that the source's input is; nil if it is none.
    let inputParameter: String?

    /// - Parameters:
    ///   - root: The content of the pipeline file.
    ///   - file: The path of the file.
    init(_ root: JSONSyntax, file: String) {
        parameters = root.member("parameters")?.members.map(\.key) ?? []
        stages = StageOutline(root, file: file)
        let input = root.member("source")?.members.first { ConfigValue.inputOptions.contains($0.key) }?.value
        if let name = input?.member("$param"), case .string(let text) = name.content { inputParameter = text } else { inputParameter = nil }
    }

    /// Finds what tests name in the pipeline.
    ///
    /// - Parameters:
    ///   - tests: The tests; afterwards, their parts have the places of the stages.
    ///   - root: The file with the tests.
    /// - Returns: The names that the pipeline lacks, and names of tests that stand twice.
    func resolve(_ tests: inout [PipelineTest], in root: JSONSyntax) -> [Diagnostic] {
        var problems: [Diagnostic] = []
        func report(_ message: String, _ path: String) {
            problems.append(Diagnostic(message, at: root.range(nearest: path), path: path))
        }
        var names: Set<String> = []
        for (index, test) in tests.enumerated() {
            let path = "tests[\(index)]"
            if !test.name.isEmpty, !names.insert(test.name).inserted {
                report("another test is called \"\(test.name.printable)\", too", "\(path).name")
            }
            if let folder = test.expectation.files, !folder.isEmpty,
                let other = tests[..<index].first(where: { Self.share(folder, $0.expectation.files) })
            {
                report("two tests have one folder: that of \"\(other.name.printable)\"", "\(path).expect.files")
            }
            for name in test.parameters.keys.sorted() where !parameters.contains(name) {
                let near = DidYouMean.hint(for: name, in: parameters.sorted())
                report("no parameter is called \"\(name.printable)\"\(near)", "\(path).set.\(name)")
            }
            tests[index].part.resolve(in: stages) { report($0, "\(path).part.\($1)") }
        }
        return problems
    }

    /// Whether one of two folders, by the names on their paths, is the other one or below it.
    private static func share(_ folder: [String], _ other: [String]?) -> Bool {
        guard let other, !other.isEmpty else { return false }
        return folder.starts(with: other) || other.starts(with: folder)
    }
}
