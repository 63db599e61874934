import Foundation

/// An independent program that renders Markdown as HTML, to verify the output of the writer.
public struct MarkdownReader: Sendable, CustomStringConvertible {
    /// The name of the program.
    public let description: String
    private let path: String
    private let arguments: [String]

    /// cmark, the reference implementation of CommonMark.
    public static let commonMark = MarkdownReader(program: "cmark", arguments: ["--unsafe"])
    /// cmark-gfm, cmark with GitHub's extensions.
    public static let gitHub = MarkdownReader(
        program: "cmark-gfm", arguments: ["--unsafe", "-e", "table", "-e", "strikethrough", "-e", "tasklist", "-e", "autolink"])

    /// Whether both are installed.
    public static let areInstalled = commonMark != nil && gitHub != nil

    private init?(program: String, arguments: [String]) {
        guard let path = InstalledProgram.path(of: program) else { return nil }
        description = program
        self.path = path
        self.arguments = arguments
    }

    /// Renders a Markdown text as HTML.
    public func html(_ markdown: String) async throws -> String {
        try await ChildProcess.permits.withPermit {
            let folder = try ScratchFolder()
            let (text, output) = (try folder.write(markdown, to: "text.md"), try folder.write("", to: "output"))
            let program = try ChildProcess(path, arguments + [text]) { process in
                let file = FileHandle(forWritingAtPath: output)
                process.standardOutput = file
                return [file]
            }
            _ = await program.exit()
            return try folder.read("output")
        }
    }
}
