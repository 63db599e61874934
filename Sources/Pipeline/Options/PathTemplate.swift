/// The path of an output file, made from a record: a directory that the pipeline file fixes, and a part that the
/// record's content may fill in and that cannot lead out of the directory.
public struct PathTemplate: Sendable {
    /// What stands before the first `{{`, up to its last slash; relative to where the program runs.
    public let directory: String
    /// The path inside the directory.
    public let relative: Template

    init(directory: String, relative: Template) {
        self.directory = directory
        self.relative = relative
    }

    /// Splits a template.
    ///
    /// - Parameter resolve: Makes a path of the pipeline file one from where the program runs.
    init(_ template: Template, resolve: (String) -> String) {
        guard case .text(let first)? = template.parts.first else {
            self.init(directory: resolve("."), relative: template)
            return
        }
        let slash = first.lastIndex(of: "/")
        let head = slash.map { String(first[...$0]) } ?? "."
        let tail = slash.map { String(first[first.index(after: $0)...]) } ?? first
        let rest = Array(template.parts.dropFirst())
        let resolved = resolve(head)
        self.init(
            directory: resolved.count > 1 && resolved.hasSuffix("/") ? String(resolved.dropLast()) : resolved,
            relative: Template(parts: tail.isEmpty ? rest : [.text(tail)] + rest))
    }

    /// Whether every record gets the same path.
    public var isConstant: Bool {
        !relative.parts.contains { if case .query = $0 { true } else { false } }
    }
}
