package import Pipeline
internal import SourcesLocal

/// The source `maildir`: reads the folders of a maildir, one record each message.
package struct MaildirSource: Source {
    package static let name = "maildir"
    package static let summary = "Reads the messages of a maildir: each file in cur and new a record, with its flags as labels."
    package static let example = #"{ "type": "maildir", "from": "Maildir" }"#

    private let folders: [Input]
    private let hasSubfolders: Bool
    private let reading: MessageFileReader

    package init(options: inout OptionReader) {
        folders = options.read(
            "from", .list(of: .input, isEmptyAllowed: false),
            help: "The folder that has cur and new, or a list of such folders. The messages have the order of their paths; tmp is not read."
        )
        hasSubfolders = options.read(
            "subfolders", .boolean, default: true, help: "Whether the folders inside of it whose names begin with a dot are read, too.")
        reading = MessageFileReader(&options)
        for folder in folders {
            switch folder {
            case .file: break
            case .standardInput, .web: options.report("expected a folder, found \(folder.shown.printable)", option: "from")
            }
        }
    }

    package var hooks: Hooks { Hooks(check: check) }

    package var continuation: SourceContinuation { .none }

    package func run(into output: inout RecordWriter) async throws {
        for folder in folders {
            guard case .file(let path) = folder else { continue }
            let files = try files(of: path)
            try output.willRead(files.map(\.path), matching: path.shown)
            let documents = InputDocuments(files.map { .file(path.with($0.path)) })
            output.beginInput()
            for (input, file) in zip(documents.inputs, files) {
                try file.check(shownAs: input.shown, matching: path.shown)
                try await reading.send(input, from: documents, flags: Self.flags(ofFile: file.path), into: &output)
            }
        }
    }

    /// The messages of a folder, in the order of their paths.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `inputMissing` if it is no maildir.
    private func files(of folder: MaskedText) throws -> [FileMatch] {
        let path = folder.value
        func isFolder(_ name: String) -> Bool { FilePath.kind(of: "\(path)/\(name)") == .folder }
        guard isFolder("cur") || isFolder("new") else {
            throw PipelineFailure(
                inputMissing: folder.shown, "\(folder.shown.printable) is no maildir: expected the folders cur and new in it")
        }
        let places = hasSubfolders ? ["cur/*", "new/*", ".*/cur/*", ".*/new/*"] : ["cur/*", "new/*"]
        return try places.flatMap { try FilePattern(folder: path, $0).matches() }.sorted {
            $0.path.utf8.lexicographicallyPrecedes($1.path.utf8)
        }
    }

    /// Counts the messages, for the command `check`.
    private func check(in context: RunContext) async throws -> String? {
        var facts: [String] = []
        for folder in folders {
            guard case .file(let path) = folder else { continue }
            facts.append("\(path.shown.printable): \(try files(of: path).count.counted("message"))")
        }
        return facts.joined(separator: "; ")
    }

    /// The flags that the name of a file ends with, as words.
    ///
    /// - SeeAlso: [maildir](https://cr.yp.to/proto/maildir.html)
    static func flags(ofFile path: String) -> [String] {
        let name = FilePath.split(path).name
        // Some systems cannot have a colon in names.
        guard let mark = name.unicodeScalars.lastIndex(where: { ":;!".unicodeScalars.contains($0) }) else { return [] }
        let info = name.unicodeScalars[mark...].dropFirst()
        guard info.starts(with: "2,".unicodeScalars) else { return [] }
        return info.dropFirst(2).compactMap { words[$0] }
    }

    private static let words: [Unicode.Scalar: String] = [
        "D": "draft", "F": "flagged", "P": "passed", "R": "replied", "S": "seen", "T": "trashed",
    ]
}
