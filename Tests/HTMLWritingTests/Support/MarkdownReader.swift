import Foundation
import TestSupport

/// A program that renders Markdown as HTML, to read what was written with other eyes.
struct MarkdownReader: Sendable, CustomStringConvertible {
    let description: String
    private let path: String
    private let arguments: [String]

    /// The reference implementation of CommonMark.
    static let commonMark = MarkdownReader(program: "cmark", arguments: ["--unsafe"])
    /// The same with GitHub's extensions.
    static let gitHub = MarkdownReader(
        program: "cmark-gfm", arguments: ["--unsafe", "-e", "table", "-e", "strikethrough", "-e", "tasklist", "-e", "autolink"])

    /// Whether both are installed.
    static let areInstalled = commonMark != nil && gitHub != nil

    private init?(program: String, arguments: [String]) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        guard let folder = folders.first(where: { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }) else { return nil }
        description = program
        path = "\(folder)/\(program)"
        self.arguments = arguments
    }

    /// The HTML of a Markdown text.
    func html(_ markdown: String) throws -> String {
        let folder = try ScratchFolder()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = try arguments + [folder.write(markdown, to: "text.md")]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
