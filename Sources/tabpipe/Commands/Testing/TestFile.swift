internal import JSONParsing
internal import Pipeline

/// A file with tests of a pipeline: the pipeline file itself, or `NAME.tests.json` beside it.
struct TestFile: Sendable {
    /// The ending of a file that holds tests alone.
    static let suffix = ".tests.json"
    private static let key = "tests"

    /// The path of the pipeline file.
    let pipeline: String
    /// The path of the file with the tests.
    let file: String
    let tests: [PipelineTest]
    /// The parameter that gives the input of the pipeline's source; nil if none does.
    let inputParameter: String?
    private let text: [UInt8]
    private let root: JSONSyntax

    /// The folder that relative paths of the tests start from.
    var folder: String { FilePath.split(file).folder }

    /// The file itself, and the inputs of the tests.
    var uses: [FileUse] {
        [FileUse(.input, file, place: "the tests", range: nil)]
            + tests.enumerated().compactMap { index, test in
                test.input.map { FileUse(.input, path(of: $0), place: "tests[\(index)].from", range: nil) }
            }
    }

    /// The path of an input of a test, from the current directory.
    private func path(of input: String) -> String {
        guard case .file = Input(input), !input.hasPrefix("/"), folder != "." else { return input }
        return "\(folder)/\(input)"
    }

    /// The folders with expected outputs, and the numbers of their tests.
    var folders: [(index: Int, use: FileUse)] {
        tests.enumerated().compactMap { index, test in
            guard let names = test.expectation.files else { return nil }
            let path = SnapshotFolder(tests: folder, names: names).path
            return (index, FileUse(.output, path, place: "tests[\(index)].expect.files", range: nil))
        }
    }

    /// The place of a value, such as `tests[0].expect.counts`, or of the nearest value around it.
    func place(of path: String) -> FilePlace {
        let position = JSONPosition(offset: root.range(nearest: path).lowerBound, in: text)
        return FilePlace(file: file, line: position.line, column: position.column, path: path)
    }

    /// The path of the pipeline file that a word of the command line stands for.
    static func pipeline(of word: String) -> String {
        word.hasSuffix(suffix) ? String(word.dropLast(suffix.count)) + ".json" : word
    }

    /// The file beside a pipeline file that may hold its tests.
    static func path(beside pipeline: String) -> String {
        (pipeline.hasSuffix(".json") ? String(pipeline.dropLast(".json".count)) : pipeline) + suffix
    }

    /// Reads the tests in one file.
    ///
    /// - Parameters:
    ///   - file: The path of the pipeline file or of the file beside it.
    ///   - pipeline: The path of the pipeline file.
    /// - Returns: nil if there are no tests.
    /// - Throws: ``PipelineFileError`` with every problem; ``PipelineFailure`` if a file cannot be read.
    static func read(_ file: String, of pipeline: String) throws -> TestFile? {
        let text = try InputFile.readAll(Input(pipeline), limit: InputFile.maxConfigBytes)
        // A pipeline file that is no JSON is reported by another check.
        guard let root = try? JSONSyntax(parsing: withoutMark(text)) else { return nil }
        return try TestFile(file, pipeline: pipeline, PipelineOutline(root, file: pipeline))
    }

    /// - Returns: nil if the file is a pipeline file without tests.
    private init?(_ file: String, pipeline: String, _ outline: PipelineOutline) throws {
        var text = try InputFile.readAll(Input(file), limit: InputFile.maxConfigBytes)
        let root: JSONSyntax
        do throws(JSONError) {
            text.removeFirst(try ByteOrderMark.lengthToSkip(in: text))
            root = try JSONSyntax(parsing: text)
        } catch {
            let place = error.offset..<error.offset + 1
            throw PipelineFileError(file: file, text: text, list: [Diagnostic(error.message, at: place, path: "")])
        }
        let keys = root.members.map(\.key)
        if file == pipeline, !keys.contains(Self.key) { return nil }
        var options = OptionReader(
            plain: root, file: file, text: text, known: file == pipeline ? keys.filter { $0 != Self.key } : ["$schema"])
        var tests = Self.read(&options)
        var problems: [Diagnostic] = []
        if file != pipeline, case .object = root.content, !keys.contains(Self.key) {
            problems.append(Diagnostic("\"tests\" is missing; it is a list of tests", at: root.range, path: ""))
        }
        do {
            try options.check()
        } catch {
            problems += error.list
        }
        problems += outline.resolve(&tests, in: root)
        guard problems.isEmpty else { throw PipelineFileError(file: file, text: text, list: problems) }
        self.pipeline = pipeline
        self.file = file
        self.tests = tests
        inputParameter = outline.inputParameter
        self.text = text
        self.root = root
    }

    /// Reads the option `tests`.
    private static func read(_ options: inout OptionReader) -> [PipelineTest] {
        options.readIfPresent(
            key, .list(of: .object { PipelineTest(options: &$0) }), help: "What the pipeline has to give; `tabpipe test FILE` compares.")
            ?? []
    }

    /// The declaration of the option `tests`, for the schema.
    static var declarations: [OptionDeclaration] {
        var reader = OptionReader.describing
        _ = read(&reader)
        return reader.declarations
    }

    private static func withoutMark(_ text: [UInt8]) -> [UInt8] {
        Array(text.dropFirst((try? ByteOrderMark.lengthToSkip(in: text)) ?? 0))
    }
}

extension JSONSyntax {
    /// The range of the value at a path, such as `tests[0].expect.counts`, or of the nearest value around it.
    func range(nearest path: String) -> Range<Int> {
        var node = self
        for step in path.split(whereSeparator: { ".[".contains($0) }) {
            let next: JSONSyntax?
            if step.hasSuffix("]"), let number = Int(step.dropLast()) {
                next = node.elements.indices.contains(number) ? node.elements[number] : nil
            } else {
                next = node.member(String(step))
            }
            guard let next else { break }
            node = next
        }
        return node.range
    }
}

/// The names in a pipeline file that tests can refer to: parameters and stages.
private struct PipelineOutline: Sendable {
    private let parameters: [String]
    private let stages: StageOutline
    /// The parameter that gives the input of the source; nil if none does.
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

    /// Finds the parameters and stages that tests name.
    ///
    /// - Parameters:
    ///   - tests: The tests; afterwards, their parts have the places of the stages.
    ///   - root: The file with the tests.
    /// - Returns: The problems: unknown parameters and stages, repeated names of tests, and shared folders.
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
