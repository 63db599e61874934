internal import JSONQuery

/// The path of an output file, made from a record: a directory that the pipeline file fixes, and a part that the
/// record's content may fill in and that cannot lead out of the directory.
public struct PathTemplate: Sendable {
    /// What stands before the first `{{`, up to its last slash; relative to where the program runs.
    public var directory: String { folder.value }
    /// The path inside the directory.
    public let relative: Template
    /// The files of the run, which no record may replace.
    package let outputPaths: OutputPaths
    /// Where the pipeline file has the template, such as `sinks[0].to`.
    package let place: String
    private let folder: MaskedText

    /// - Parameter outputPaths: The files of the run; without, the template has the folder for itself.
    package init(
        directory: MaskedText, relative: Template, outputPaths: OutputPaths = OutputPaths(), place: String = ""
    ) {
        folder = directory
        self.relative = relative
        self.outputPaths = outputPaths
        self.place = place
    }

    /// The same paths in another directory, which no other output shares.
    public func moved(to directory: String) -> PathTemplate {
        PathTemplate(directory: MaskedText(directory), relative: relative)
    }

    /// The directory as a message can name it: for one from the environment or another file, where it came from.
    public var shownDirectory: String { directory.isEmpty ? "." : folder.shown }

    /// Whether the path came from the environment or another file.
    package var isSecret: Bool { folder.isSecret }

    /// The directory and the template in one, equal for templates that mean the same paths.
    var joined: String {
        relative.parts.reduce(directory.isEmpty || directory.hasSuffix("/") ? directory : directory + "/") { path, part in
            switch part {
            case .text(let text): path + text
            case .query(let query): path + "{{\(query.query.source.trimmingSpaces)}}"
            }
        }
    }

    /// Splits a template.
    ///
    /// - Parameters:
    ///   - template: The path.
    ///   - text: What the template was made of, which says whether it is secret.
    ///   - outputPaths: The files of the run.
    ///   - place: Where the pipeline file has it.
    ///   - resolve: Makes a path of the pipeline file one from where the program runs.
    init(_ template: Template, like text: MaskedText, outputPaths: OutputPaths, place: String, resolve: (String) -> String) {
        guard case .text(let first)? = template.parts.first else {
            self.init(
                directory: text.with(resolve(".")), relative: Template(parts: template.parts, isPath: true), outputPaths: outputPaths,
                place: place)
            return
        }
        let slash = first.lastIndex(of: "/")
        let head = slash.map { String(first[...$0]) } ?? "."
        let tail = slash.map { String(first[first.index(after: $0)...]) } ?? first
        let rest = Array(template.parts.dropFirst())
        let resolved = resolve(head)
        self.init(
            directory: text.with(resolved.count > 1 && resolved.hasSuffix("/") ? String(resolved.dropLast()) : resolved),
            relative: Template(parts: tail.isEmpty ? rest : [.text(tail)] + rest, isPath: true), outputPaths: outputPaths, place: place)
    }
}
