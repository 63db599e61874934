import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A folder in which the blocks of one page run, one after the other, as in a clone with `tabpipe` on the `PATH`.
struct DocumentSession: ~Copyable {
    private let folder: ScratchFolder
    /// The base of the server that the pages have on port 8000: the test server for HTTP, which all sessions share.
    private let server: String
    private let environment: [String: String]
    /// The seconds that a block may take. Without a limit, one that hangs would stop all tests.
    private let limit: Int

    /// Stands for the toolchain, so that a page can build the program and run it from the package.
    private static let swift = """
        #!/bin/sh
        case "$*" in
        "run -c release tabpipe "*) shift 4; exec tabpipe "$@" ;;
        "build -c release --product tabpipe") mkdir -p .build/release && ln -sf "$(command -v tabpipe)" .build/release/tabpipe ;;
        test) ;;
        *) echo "the pages name no such command of swift: $*" >&2; exit 2 ;;
        esac
        """

    /// The secrets that pipeline files of the pages take from the environment.
    private static let tokens = [
        "TOKEN": "secret-token", "GITHUB_TOKEN": "none", "SLACK_TOKEN": "none", "NOTION_TOKEN": "none",
        "STRIPE_KEY": "none",
    ]

    /// Stands for curl, which a machine may lack: gives the sample that the last part of the address names.
    private static let curl = """
        #!/bin/sh
        for argument; do case $argument in http*) exec cat "pipelines/samples/${argument##*/}" ;; esac; done
        exit 2
        """

    /// How the pages name the server.
    private static let namedServer = "http://localhost:8000/"

    /// - Parameter limit: The seconds that a block may take.
    init(limit: Int = 60) async throws {
        let server = try await OriginServer.shared().base + "/"
        let folder = try ScratchFolder()
        let files = FileManager.default
        try files.createDirectory(at: folder.file("pipelines"), withIntermediateDirectories: true)
        for name in try files.contentsOfDirectory(atPath: Program.root.appendingPathComponent("pipelines").path)
        where ["samples", "parts", "recordings", "tests", "themes"].contains(name) || name.hasSuffix(".json") {
            try files.copyItem(at: Program.root.appendingPathComponent("pipelines/\(name)"), to: folder.file("pipelines/\(name)"))
        }
        for (name, text) in ["swift": Self.swift, "curl": Self.curl] {
            try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.write(text, to: "bin/\(name)"))
        }
        try files.createSymbolicLink(at: folder.file("bin/tabpipe"), withDestinationURL: URL(fileURLWithPath: Program.path))
        try files.createDirectory(at: folder.file("tmp"), withIntermediateDirectories: true)
        environment = [
            "PATH": "\(folder.file("bin").path):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")",
            "HOME": folder.file("home").path, "TMPDIR": folder.file("tmp").path,
        ].merging(Self.tokens) { $1 }
        self.folder = folder
        self.limit = limit
        self.server = server
    }

    /// Runs or checks a block.
    ///
    /// - Returns: What is wrong with the block; nil if nothing is.
    func fault(of block: DocumentBlock) async throws -> String? {
        do {
            return try await faultInTime(of: block)
        } catch let overdue as Program.Overdue {
            return "the block in line \(block.line) has not ended after \(overdue.seconds) s:\n\(block.text)"
        }
    }

    private func faultInTime(of block: DocumentBlock) async throws -> String? {
        if let name = block.file {
            if name.hasPrefix("Tests/") { return try Self.fault(of: block, in: Program.root.appendingPathComponent(name)) }
            guard FileManager.default.fileExists(atPath: folder.file(name).path) else {
                try folder.write(block.text.replacing(Self.namedServer, with: server), to: name)
                return try await faultOfContent(block)
            }
            return try Self.fault(of: block, in: folder.file(name))
        }
        return try await faultOfContent(block)
    }

    /// Compares a block with a file: one of the project's tests, which are compiled with the block, or one that the page has made before.
    private static func fault(of block: DocumentBlock, in file: URL) throws -> String? {
        let text = try String(contentsOf: file, encoding: .utf8)
        return contains(text, block.text) ? nil : "\(file.lastPathComponent) does not contain the block:\n\(text)"
    }

    private func faultOfContent(_ block: DocumentBlock) async throws -> String? {
        switch block.kind {
        case .sh:
            let outcome = try await shell(block.text, stopsAtFailure: true)
            return outcome.code == 0 ? nil : "exit code \(outcome.code): \(outcome.messages)"
        case .console: return try await faultOfConsole(block.text)
        case .json: return try await faultOfJSON(block)
        case .swift:
            guard let name = block.file else { return "the source file has no name" }
            return name.hasSuffix("Package.swift")
                ? try await SwiftCheck.faultOfManifest(in: folder.file(name).deletingLastPathComponent()) : nil
        case .text: return block.text.contains(#/(?m)^(\$|tabpipe|swift) /#) ? "a block that does not run holds a command" : nil
        case .markdown, .jsonl, .html: return block.file == nil ? "the block names no file" : nil
        }
    }

    /// Runs each command and compares what it prints, standard error included. A command that fails is followed by `$ echo $?`.
    private func faultOfConsole(_ text: String) async throws -> String? {
        var steps: [(command: String, output: String)] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line.hasPrefix("$ ") {
                steps.append((String(line.dropFirst(2)), ""))
            } else if steps.isEmpty {
                return "the block does not begin with a command"
            } else {
                steps[steps.count - 1].output += line + "\n"
            }
        }
        let mark = "\u{1}"
        let script = steps.map { "\($0.command)\nstatus=$?; printf '\(mark)%s\(mark)' $status; (exit $status)\n" }.joined()
        let parts = try await shell("exec 2>&1\n" + script).output.components(separatedBy: mark)
        for (index, step) in steps.enumerated() {
            guard 2 * index + 1 < parts.count else { return "the shell ended before: \(step.command)" }
            let (output, code) = (parts[2 * index], parts[2 * index + 1])
            if !Self.matches(output.withoutTimes, step.output.withoutTimes) { return "\(step.command) prints:\n\(output)" }
            let isChecked = index + 1 < steps.count && steps[index + 1].command == "echo $?"
            if code != "0", !isChecked { return "\(step.command): exit code \(code)" }
        }
        return nil
    }

    private func faultOfJSON(_ block: DocumentBlock) async throws -> String? {
        let value = try JSONSerialization.jsonObject(with: Data(block.text.utf8), options: .fragmentsAllowed)
        guard let file = value as? [String: Any], file["stages"] != nil || file["sinks"] != nil else { return nil }
        guard let name = block.file else { return "the pipeline file has no name" }
        let stagesOnly = file["source"] == nil ? ["--stages-only"] : []
        let outcome = try await Program.run(
            Program.path, ["validate", name] + stagesOnly, in: folder.url,
            environment: environment.merging(["ADDRESS": "input.json"]) { $1 }, limit: limit)
        return outcome.code == 0 ? nil : outcome.messages
    }

    /// Checks the source files of the page, which are one module.
    ///
    /// - Returns: What the compiler finds; nil if it finds nothing.
    func faultOfSources() async throws -> String? { try await SwiftCheck.faultOfSources(in: folder.url) }

    /// Runs a script in the folder. The pages' server on port 8000 is the one of this session.
    private func shell(_ script: String, stopsAtFailure: Bool = false) async throws -> Program.Outcome {
        let arguments = (stopsAtFailure ? ["-e"] : []) + ["-c", script.replacing(Self.namedServer, with: server)]
        var outcome = try await Program.run("/bin/sh", arguments, in: folder.url, environment: environment, limit: limit)
        outcome.output = outcome.output.replacing(server, with: Self.namedServer)
        return outcome
    }

    /// Whether the lines of an excerpt stand in a text, one after the other; the indentation may differ.
    static func contains(_ text: String, _ excerpt: String) -> Bool {
        func lines(_ text: String) -> [Substring] { text.split(separator: "\n").map { $0.drop { $0 == " " } } }
        return lines(text).contains(lines(excerpt))
    }

    /// Whether an output is the expected one, in which `…` stands for any text.
    static func matches(_ output: String, _ expected: String) -> Bool {
        let pieces = expected.components(separatedBy: "…")
        guard pieces.count > 1 else { return output == expected }
        // A `…` at the end of the last line stands for the line end as well.
        let last = pieces[pieces.count - 1] == "\n" ? "" : pieces[pieces.count - 1]
        guard output.hasPrefix(pieces[0]), output.hasSuffix(last), output.count >= pieces[0].count + last.count else { return false }
        var rest = output.dropFirst(pieces[0].count).dropLast(last.count)
        for piece in pieces.dropFirst().dropLast() {
            guard let found = rest.firstRange(of: piece) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }
}
