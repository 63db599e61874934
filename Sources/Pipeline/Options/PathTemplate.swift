internal import JSONQuery

/// The template of an output path: a fixed directory, and a relative path that each record fills in.
///
/// ``FolderOutput`` ensures that the relative path cannot lead out of the directory.
public struct PathTemplate: Sendable {
    /// The part before the first `{{`, up to its last slash, relative to the current directory or absolute.
    public var directory: String { folder.value }
    /// The template of the path inside the directory.
    public let relative: Template
    /// Returns the path of another file in the directory, for ``OptionReader/alsoWrites(_:option:)``.
    ///
    /// - Parameter names: The names of the folders and of the file, relative to the directory.
    public func path(of names: [String]) -> String { ((directory.isEmpty ? [] : [directory]) + names).joined(separator: "/") }
    /// The files of the run, which no record may overwrite.
    package let outputPaths: ClaimedPaths
    /// The path of the option in the pipeline file, such as `sinks[0].to`.
    package let place: String
    /// The directory, which may be secret.
    ///
    /// Package access: the stage `assets` has one folder for all records or one for each; plug-ins read either option.
    package let folder: MaskedText

    /// Creates a template.
    ///
    /// - Parameter outputPaths: The files of the run. By default, no other file is known.
    package init(
        directory: MaskedText, relative: Template, outputPaths: ClaimedPaths = ClaimedPaths(), place: String = ""
    ) {
        folder = directory
        self.relative = relative
        self.outputPaths = outputPaths
        self.place = place
    }

    /// Returns the same template in another directory, which no other output may share.
    ///
    /// - Parameter directory: The path, relative to the current directory or absolute.
    public func moved(to directory: String) -> PathTemplate {
        PathTemplate(directory: MaskedText(directory), relative: relative)
    }

    /// The directory in messages. Instead of a secret path, this is the node that it came from, such as `$env.OUT`.
    public var shownDirectory: String { directory.isEmpty ? "." : folder.shown }

    /// Whether the path came from the environment or another file.
    package var isSecret: Bool { folder.isSecret }

    /// Makes a path unique: appends `-` and a number to the output of the last program of the template.
    ///
    /// - Parameters:
    ///   - path: The names of a path that the template made.
    ///   - number: The number; 1 leaves the path as it is.
    func numbered(_ path: [String], _ number: Int) -> [String] {
        let texts = relative.parts.reversed().prefix { if case .text = $0 { true } else { false } }.reversed()
        // Without a program, all of the template is the name.
        let tail =
            texts.count == relative.parts.count
            ? ""
            : texts.reduce("") { tail, part in
                if case .text(let text) = part { tail + text } else { tail }
            }
        let names = tail.split(separator: "/", omittingEmptySubsequences: false)
        let place = path.count - names.count
        guard number > 1, path.indices.contains(place), let ending = names.first else { return path }
        var path = path
        let name = path[place]
        let isFile = place == path.count - 1
        // If no text follows the program in the template, the extension of the name stays at the end.
        let dot = isFile && ending.isEmpty ? name.lastIndex(of: ".") : nil
        let end =
            if let dot, dot > name.startIndex { dot } else if name.hasSuffix(ending) {
                name.index(name.endIndex, offsetBy: -ending.count)
            } else { name.endIndex }
        path[place] = "\(name[..<end])-\(number)\(name[end...])"
        return path
    }

    /// The directory and the template as one text, which is equal for templates of the same paths.
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
    ///   - template: The whole path.
    ///   - text: The source of the template, for its secrecy.
    ///   - outputPaths: The files of the run.
    ///   - place: The path of the option in the pipeline file.
    ///   - resolve: Makes a path in the pipeline file relative to the current directory.
    init(_ template: Template, like text: MaskedText, outputPaths: ClaimedPaths, place: String, resolve: (String) -> String) {
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

/// The value of an option that names the output of a sink of records: a path, `-`, or a template of paths.
public enum RecordTarget: Sendable {
    /// A file or stream for all records.
    case one(Output)
    /// A file for each value of a template.
    case partitions(PathTemplate)
}
