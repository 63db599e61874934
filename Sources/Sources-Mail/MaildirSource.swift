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
            "subfolders", .boolean, default: true,
            help: "Whether the folders inside of it are read, too: those whose names begin with a dot, and those that have cur or new.")
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
            var maildir = try maildir(path)
            let files = try maildir.list()
            try output.willRead(files.map(\.path), matching: path.shown)
            let documents = InputDocuments(files.map { .file(path.with($0.path)) })
            output.beginInput()
            for listed in files {
                guard let file = try maildir.current(listed) else {
                    output.warn("the message was removed while the maildir was read", of: path.with(listed.path).shown)
                    continue
                }
                let input = Input.file(path.with(file.path))
                try file.check(shownAs: input.shown, matching: path.shown)
                try await reading.send(input, from: documents, flags: Self.flags(ofFile: file.path), into: &output)
            }
        }
    }

    /// The files of a folder.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `inputMissing` if it is no maildir.
    private func maildir(_ folder: MaskedText) throws -> MaildirFiles {
        let path = folder.value
        func isFolder(_ name: String) -> Bool { FilePath.kind(of: "\(path)/\(name)") == .folder }
        let files = MaildirFiles(path, hasSubfolders: hasSubfolders)
        // The folder above those of accounts may have none of its own.
        guard try isFolder("cur") || isFolder("new") || !files.list().isEmpty else {
            throw PipelineFailure(
                inputMissing: folder.shown, "\(folder.shown.printable) is no maildir: expected the folders cur and new in it")
        }
        return files
    }

    /// Counts the messages, for the command `check`.
    private func check(in context: RunContext) async throws -> String? {
        var facts: [String] = []
        for folder in folders {
            guard case .file(let path) = folder else { continue }
            facts.append("\(path.shown.printable): \(try maildir(path).list().count.counted("message"))")
        }
        return facts.joined(separator: "; ")
    }

    /// The flags that the name of a file ends with, as words.
    static func flags(ofFile path: String) -> [String] {
        MaildirFiles.parts(ofName: FilePath.split(path).name).flags.unicodeScalars.compactMap { words[$0] }
    }

    private static let words: [Unicode.Scalar: String] = [
        "D": "draft", "F": "flagged", "P": "passed", "R": "replied", "S": "seen", "T": "trashed",
    ]
}
