/// A file that a pipeline reads or writes, as an option names it.
package struct FileUse: Equatable, Sendable {
    package enum Purpose: Sendable {
        case input
        case output
    }

    package let purpose: Purpose
    private let text: MaskedText
    /// The path as the program opens it, `-` for standard input or output; what a record fills in stands as `{{ … }}`.
    package var path: String { text.value }
    /// Whether the use is standard input or standard output.
    package var isStandardStream: Bool { Input(path) == .standardInput }
    /// Whether the use is an http(s) URL.
    package var isAddress: Bool {
        if case .web = Input(path) { true } else { false }
    }
    /// What stands for the path in messages.
    package var shown: String { text.shown }
    /// Where the pipeline file says so, such as `sinks[0].to`.
    package let place: String
    /// The same in bytes; nil where it is no place in the file.
    package let range: Range<Int>?
    /// Whether the path came from the environment or another file and is never printed.
    package var isSecret: Bool { text.isSecret }
    /// Whether the path is made for each record, also where nothing of a record is in it.
    package let isTemplate: Bool
    /// The parameter of the pipeline file that gives the path, if one does.
    package var parameter: String?

    package init(_ purpose: Purpose, _ path: String, place: String, range: Range<Int>?) {
        self.init(purpose, MaskedText(path), place: place, range: range)
    }

    package init(_ purpose: Purpose, _ path: MaskedText, place: String, range: Range<Int>?, isTemplate: Bool = false) {
        self.purpose = purpose
        text = path
        self.place = place
        self.range = range
        self.isTemplate = isTemplate
    }

    /// The folder of a path that is made for each record: what stands in front of the first `{{`, up to its last slash.
    package var fixedFolder: String {
        let fixed = path.firstRange(of: "{{").map { String(path[..<$0.lowerBound]) } ?? path
        return FilePath.split(fixed).folder
    }

    /// Whether two uses mean the same file, however it is spelt. Devices and pipes may be shared, and addresses are no files.
    package func isSameFile(as other: FileUse) -> Bool {
        guard let identity = FileIdentity(path) else { return false }
        return identity == FileIdentity(other.path)
    }
}

extension FileUse {
    /// What is wrong with the outputs of a pipeline: two of them in one file, or one in place of something that is read.
    static func clashes(among uses: [FileUse], pipelineFile: String) -> [Diagnostic] {
        let outputs = uses.filter { $0.purpose == .output }
        let inputs = uses.filter { $0.purpose == .input && !$0.isStandardStream }
        let pipeline = FileUse(.input, pipelineFile, place: "the pipeline file", range: nil)
        var problems: [Diagnostic] = []
        for (index, output) in outputs.enumerated() {
            if let other = outputs[..<index].first(where: { $0.isSameFile(as: output) }) {
                let what = output.isStandardStream ? "standard output" : "this file"
                problems.append(output.diagnostic("\(what) is the output of \(other.place), too; one of the two would be lost"))
            }
            if let input = inputs.first(where: { $0.isSameFile(as: output) }) {
                problems.append(output.diagnostic("this output would replace what \(input.place) reads"))
            }
            if !pipeline.isStandardStream, output.isSameFile(as: pipeline) {
                problems.append(output.diagnostic("this output would replace the pipeline file"))
            }
        }
        return problems
    }

    /// What is said of an output that cannot be written.
    var obstacleDiagnostic: Diagnostic? { obstacle.map { diagnostic("\(shown.printable) cannot be written: \($0)") } }

    private func diagnostic(_ message: String) -> Diagnostic { Diagnostic(message, at: range, path: place) }
}
