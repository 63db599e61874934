internal import JSONQuery

/// The template of an output path: a fixed directory, and a relative path that each record fills in.
///
/// ``FolderOutput`` ensures that the relative path cannot lead out of the directory.
public struct PathTemplate: Sendable {
    /// The part before the first `{{`, up to its last slash, relative to the current directory or absolute.
    public var directory: String { folder.value }
    /// The template of the path inside the directory.
    public let relative: Template
    /// The files of the run, which no record may overwrite.
    package let outputPaths: OutputPaths
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
        directory: MaskedText, relative: Template, outputPaths: OutputPaths = OutputPaths(), place: String = ""
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

    /// Puts a number behind what the last program of the template gave.
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
        // Without an ending in the template, that of the name counts.
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

// Faults in texts of options that name files, as the end of a message. Each property is nil for a valid text.
extension String {
    /// Whether this is an http or https URL.
    var isWebAddress: Bool {
        let lower = prefix(8).lowercased()
        return lower.hasPrefix("http://") || lower.hasPrefix("https://")
    }

    /// The fault of a text where a path, `-` or an http(s) URL is expected. It quotes at most the scheme of a URL or a shell variable.
    var inputFault: String? {
        if isWebAddress { return hasNoHost ? "a URL needs a host" : compressionFault }
        let scheme = prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }.lowercased()
        let rest = dropFirst(scheme.count)
        if ["http", "https"].contains(scheme), rest.hasPrefix(":") { return "a URL begins with \"\(scheme)://\"" }
        if !scheme.isEmpty, rest.hasPrefix("://") {
            return scheme == "file" ? "the path of a file is written without \"file://\"" : "\(scheme) is not supported"
        }
        return pathFault ?? compressionFault
    }

    /// The fault of a text where an http(s) URL is expected. It quotes at most the scheme of a URL.
    var addressFault: String? {
        if isWebAddress { return hasNoHost ? "a URL needs a host" : AddressParts(self) == nil ? "its host is not valid" : nil }
        let scheme = firstRange(of: "://").map { self[..<$0.lowerBound] } ?? ""
        let isScheme = !scheme.isEmpty && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        return isScheme ? "\(scheme.lowercased()) is not supported" : "a URL begins with \"https://\""
    }

    /// Whether this text with an http or https scheme lacks a host.
    private var hasNoHost: Bool {
        dropFirst(lowercased().hasPrefix("https") ? 8 : 7).prefix { $0 != "/" && $0 != "?" && $0 != "#" }.isEmpty
    }

    /// The fault of a text where the path of a file to write is expected.
    var outputFault: String? {
        if hasSuffix("/") { return "this is the path of a folder" }
        return pathFault ?? longNameFault ?? FilePath.ownNameFault(self) ?? CompressedFormat.outputFault(ofName: self)
    }

    /// The fault of a path with a name that no file system takes. A template makes its names for each record.
    private var longNameFault: String? {
        guard !contains("{{"), FilePath.names(in: self).contains(where: { $0.utf8.count > ConfinedFolder.maxNameBytes }) else { return nil }
        return "a name in it is longer than \(ConfinedFolder.maxNameBytes) bytes"
    }

    /// The fault of a text where the template of a path to write is expected.
    var templateFault: String? { CompressedFormat.templateFault(ofName: self) ?? outputFault }

    /// The fault of a text where the path of a file to read is expected.
    var readFault: String? { pathFault ?? compressionFault }

    /// The fault of an input whose name has the extension of a compressed file that cannot be read.
    var compressionFault: String? { CompressedFormat.inputFault(ofName: self) }

    /// The variable whose value a shell would put in place of this text, such as `TOKEN` for `$TOKEN` and `${TOKEN}`. `$ENV` is a jq
    /// program.
    var shellVariable: String? {
        guard hasPrefix("$") else { return nil }
        let name = hasPrefix("${") && hasSuffix("}") ? dropFirst(2).dropLast() : dropFirst()
        guard let first = name.first, first.isUppercase || first == "_", name != "ENV" else { return nil }
        return name.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "_") } ? String(name) : nil
    }

    /// The fault of a text where any path is expected.
    var pathFault: String? {
        if isEmpty { return "the path is empty" }
        if hasPrefix("~/") || self == "~" { return "only a shell knows what \"~\" means; write the folder in full" }
        if hasPrefix("$"), let slash = firstIndex(of: "/") {
            let name = self[..<slash].dropFirst().filter { $0 != "{" && $0 != "}" }
            // A folder may have such a name; "./$NAME" then names it.
            if !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isUppercase || $0 == "_") }) {
                return "only a shell knows what \"\(self[..<slash].printable)\" means; write the folder in full"
            }
        }
        return nil
    }
}
