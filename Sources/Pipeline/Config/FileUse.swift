internal import JSONParsing

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// An input or output that an option of a pipeline names.
package struct FileUse: Equatable, Sendable {
    /// Whether the pipeline reads or writes the file.
    package enum Purpose: Sendable, Equatable {
        case input
        case output
        /// A file that steps read and replace during the run. Several steps and runs may share it, so that no run locks it as a whole.
        case store
        /// A folder whose files steps read and, unless it is read-only, replace during the run.
        case storeFolder(isReadOnly: Bool)
    }

    package let purpose: Purpose
    private let text: MaskedText
    /// The path as the program opens it, or `-` for standard input or output. A template keeps its `{{ … }}`.
    package var path: String { text.value }
    /// Whether the run writes the file, or files in the folder.
    package var isWritten: Bool { purpose != .input && purpose != .storeFolder(isReadOnly: true) }
    /// Whether the use is standard input or standard output.
    package var isStandardStream: Bool { Input(path) == .standardInput }
    /// Whether the use is an http(s) URL.
    package var isAddress: Bool {
        if case .web = Input(path) { true } else { false }
    }
    /// The path in messages.
    package var shown: String { text.shown }
    /// The path of the option, such as `sinks[0].to`.
    package let place: String
    /// The place in the pipeline file in bytes; nil for a use outside of it.
    package let range: Range<Int>?
    /// Whether the path came from the environment or another file, so that messages must not show it.
    package var isSecret: Bool { text.isSecret }
    /// Whether only a value in the path is secret, and not its folders.
    let isPartlySecret: Bool
    /// Whether the option is a template for the path of each record, even if it contains no program.
    package let isTemplate: Bool
    /// The file of ``range``; nil for the pipeline file.
    private(set) var file: ConfigFile?
    /// The name of the parameter that sets the path; nil for a path without parameters.
    package var parameter: String?

    package init(_ purpose: Purpose, _ path: String, place: String, range: Range<Int>?) {
        self.init(purpose, MaskedText(path), place: place, range: range)
    }

    package init(
        _ purpose: Purpose, _ path: MaskedText, place: String, range: Range<Int>?, isTemplate: Bool = false, isPartlySecret: Bool = false
    ) {
        self.isPartlySecret = isPartlySecret
        self.purpose = purpose
        text = path
        self.place = place
        self.range = range
        self.isTemplate = isTemplate
    }

    /// Returns the same use with another place in the pipeline file, for an option in another file.
    func placed(at range: Range<Int>) -> FileUse {
        FileUse(purpose, text, place: place, range: range, isTemplate: isTemplate, isPartlySecret: isPartlySecret)
    }

    /// Returns the same use with the file that its range refers to. A use that already names another file stays unchanged.
    func placed(in file: ConfigFile) -> FileUse {
        var use = self
        use.file = use.file ?? file
        return use
    }

    /// The fixed folder of a template: the part before the first `{{`, up to its last slash.
    package var fixedFolder: String {
        let fixed = path.firstRange(of: "{{").map { String(path[..<$0.lowerBound]) } ?? path
        return FilePath.split(fixed).folder
    }

    /// The form of the path that all paths of one file share; nil for devices and pipes, which may be shared, and for URLs. Making it takes
    /// some system calls.
    package var canonicalPath: String? { CanonicalPath(path)?.path }

    /// Returns whether two paths lead to the same file. It returns false where there is no ``canonicalPath``.
    package func isSameFile(as other: FileUse) -> Bool {
        guard let path = canonicalPath else { return false }
        return path == other.canonicalPath
    }

    /// Whether the use is a device or a pipe, or a virtual file of the kernel, such as `/proc/self/environ`.
    package var isOfSystem: Bool { !isAddress && !isStandardStream && CanonicalPath.isOfSystem(path) }

    /// Whether the path is a folder, or leads below it. It returns false for devices and pipes, and for URLs.
    package func isInside(_ folder: FileUse) -> Bool {
        guard let identity = CanonicalPath(path), let outer = CanonicalPath(folder.path) else { return false }
        return identity.isInside(outer)
    }
}

extension FileUse {
    /// Finds outputs of a pipeline that would overwrite another output, an input, or the pipeline file. A store counts as an output, but
    /// several steps may share one.
    static func clashes(among uses: [FileUse], pipelineFile: String) -> [Diagnostic] {
        let outputs = uses.filter { $0.purpose != .input }
        let inputs = uses.filter { $0.purpose == .input && !$0.isStandardStream }
        let pipeline = FileUse(.input, pipelineFile, place: "the pipeline file", range: nil)
        var problems: [Diagnostic] = []
        for (index, output) in outputs.enumerated() {
            let others = outputs[..<index].filter { $0.purpose == .output || output.purpose == .output }
            if let other = others.first(where: { $0.isSameFile(as: output) }) {
                let what = output.isStandardStream ? "standard output" : "this file"
                problems.append(output.diagnostic("\(what) is the \(other.noun) of \(other.place), too; one of the two would be lost"))
            }
            if let input = inputs.first(where: { $0.isSameFile(as: output) }) {
                problems.append(output.diagnostic("this \(output.noun) would replace what \(input.place) reads"))
            }
            if !pipeline.isStandardStream, output.isSameFile(as: pipeline) {
                problems.append(output.diagnostic("this \(output.noun) would replace the pipeline file"))
            }
        }
        return problems
    }

    /// The problem of an output that cannot be written; nil if no obstacle is found. A read-only folder of stores is no obstacle: a run
    /// that finds all it needs in the folder writes nothing.
    var obstacleDiagnostic: Diagnostic? {
        if case .storeFolder = purpose { return nil }
        return obstacle.map { diagnostic("\(shown.printable) cannot be written: \($0)") }
    }

    /// The use in messages: `output` or `store`.
    private var noun: String { purpose == .output ? "output" : "store" }

    private func diagnostic(_ message: String) -> Diagnostic { Diagnostic(message, at: range, path: place, in: file) }
}

extension FileUse {
    /// The part of a pipeline file whose options name files.
    package enum Owner: Sendable {
        case source, stage, sink
        /// The option `rejects`.
        case rejects
    }

    /// The part of the pipeline file that names the file; nil for a use outside of the pipeline file.
    package var owner: Owner? {
        switch place.prefix(while: \.isLetter) {
        case "source": .source
        case "stages": .stage
        case "sinks": .sink
        // A file that holds the value of the option, with `$file`, is an input.
        case "rejects" where place == "rejects": .rejects
        default: nil
        }
    }
}

extension FileUse {
    /// The reason why an output cannot be written, as far as it can be found without changing a file; nil if none is found.
    package var obstacle: String? {
        guard isWritten else { return nil }
        if purpose == .storeFolder(isReadOnly: false) { return Self.obstacle(toWritingIn: path) }
        guard Output(path).appearsWhole else { return nil }
        // A run follows the symbolic links of a fixed path.
        let target = (try? FilePath.resolvingLinks(path)) ?? path
        if let obstacle = Self.obstacle(toWritingIn: isTemplate ? fixedFolder : FilePath.split(target).folder) { return obstacle }
        return !isTemplate && FilePath.kind(of: target) == .folder ? "it is a folder" : nil
    }

    /// The reason why a folder cannot be made or changed; nil if none is found.
    private static func obstacle(toWritingIn path: String) -> String? {
        var folder = path
        while folder != ".", folder != "/", FilePath.kind(of: folder) == nil { folder = FilePath.split(folder).folder }
        if FilePath.kind(of: folder) != .folder { return "no folder is there" }
        return unsafe access(folder, W_OK) == 0 ? nil : "the folder may not be changed"
    }
}

/// An external program that a component starts: ``Hooks/programs``.
public struct ForeignProgram: Sendable, Equatable {
    /// The name or path of the program, and its arguments. A path is relative to ``folder``.
    public let arguments: [MaskedText]
    /// The folder that the program runs in, so that paths among its arguments are relative to the pipeline file; "" for the current one.
    public let folder: String

    /// Describes a program.
    ///
    /// - Parameters:
    ///   - arguments: The name or path of the program, and its arguments.
    ///   - folder: The folder that the program runs in; "" for the current one.
    public init(arguments: [MaskedText], folder: String = "") {
        self.arguments = arguments
        self.folder = folder
    }

    /// The argument list as JSON, without secrets and control characters.
    public var shown: String { JSONValue.array(arguments.map { .string($0.shown.printable) }).compactText }
    /// The name of the program in messages: the last part of its path.
    public var name: String {
        guard let first = arguments.first else { return "" }
        return first.isSecret ? first.shown : (first.value.split(separator: "/").last.map(String.init) ?? first.value).printable
    }
}
