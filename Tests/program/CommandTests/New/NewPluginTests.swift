import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("tabpipe new plugin NAME") struct NewPluginTests {
    private static let rule = #"a name begins with a letter, and has letters from a to z, digits and "_""#

    @Test("writes a package that compiles, with a pipeline file and its sample") func writes() async throws {
        let folder = try ScratchFolder()
        let outcome = try await Program.run(["new", "plugin", "my_pipe", "--tabpipe", Program.root.path], in: folder.url)
        #expect(
            outcome
                == .init(
                    code: 0, output: "", messages: "my_pipe is written; cd my_pipe && swift test && swift run my_pipe run titles.json\n"))
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.contains(".") }
        #expect(
            files.sorted()
                == [
                    ".gitignore", "Package.swift", "README.md", "Sources/my_pipe/Shorten.swift", "Sources/my_pipe/main.swift",
                    "Tests/my_pipeTests/ShortenTests.swift", "items.json", "titles.json",
                ].map { "my_pipe/\($0)" })
        #expect(try await SwiftCheck.faultOfSources(in: folder.url) == nil)
        #expect(try await SwiftCheck.faultOfManifest(in: folder.file("my_pipe")) == nil)
        let pluginTests = Program.root.appendingPathComponent("Tests/unit/PluginTests/Components/Shorten.swift")
        #expect(try folder.read("my_pipe/Sources/my_pipe/Shorten.swift") == String(contentsOf: pluginTests, encoding: .utf8))
        #expect(try folder.read("my_pipe/README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 12)
        // The program without the stage knows the rest of the file.
        let validated = try await Program.run(["validate", "my_pipe/titles.json"], in: folder.url)
        #expect(validated.code == 78)
        #expect(validated.messages.hasPrefix(#"my_pipe/titles.json:4:25: error: no stage is called "shorten""#))
        #expect(validated.messages.matches(of: #/ error: /#).count == 1)
    }

    @Test(
        "names the folder of tabpipe, and says that no package is there",
        arguments: [([], "tabpipe"), (["--tabpipe", #"../a "b"\(c)"#], #"../a "b"\(c)"#)])
    func missingTabpipe(_ option: [String], _ path: String) async throws {
        let folder = try ScratchFolder()
        let outcome = try await Program.run(["new", "plugin", "p"] + option, in: folder.url)
        #expect(
            outcome
                == .init(
                    code: 0, output: "",
                    messages: """
                        p is written; cd p && swift test && swift run p run titles.json
                        The folder \(path) holds no package: put tabpipe there, or change the path in Package.swift

                        """))
        let manifest = try folder.read("p/Package.swift")
        #expect(manifest.contains(#".package(name: "tabpipe", path: \#("../\(path)".debugDescription))"#))
        #expect(try await SwiftCheck.faultOfManifest(in: folder.file("p")) == nil)
    }

    @Test("replaces nothing", arguments: ["file", "folder", "empty", "link"]) func keeps(_ name: String) async throws {
        let folder = try ScratchFolder()
        try folder.write("mine", to: "file")
        try folder.write("mine", to: "folder/Package.swift")
        try FileManager.default.createDirectory(at: folder.file("empty"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder.file("link").path, withDestinationPath: "nowhere")
        let outcome = try await Program.run(["new", "plugin", name], in: folder.url)
        #expect(
            outcome == .init(code: 73, output: "", messages: "error: \(name) cannot be written: it exists already, and is not replaced\n"))
        #expect(try folder.read("file") == "mine")
        #expect(try folder.names("folder") == ["Package.swift"])
        #expect(try folder.names("empty") == [])
        #expect(try folder.names() == ["empty", "file", "folder", "link"])
    }

    @Test(
        "refuses names that no module can have, and wrong arguments",
        arguments: [
            (["plugin"], "NAME is missing"), (["plugin", "a", "b"], #"one word too many: "b""#),
            (["a.json", "b"], #"one word too many: "b""#), (["a.json", "b", "c"], #"one word too many: "b""#),
            (["plugin", "p", "--tabpipe", ""], #"--tabpipe wants PATH, found """#),
            (["--tabpipe", "x", "a.json"], "--tabpipe is only for `new plugin NAME`"),
            (["plugin", "my-pipe"], #""my-pipe" cannot name a plug-in: \#(rule); did you mean "my_pipe"?"#),
            (["plugin", "a/b"], #""a/b" cannot name a plug-in: \#(rule); did you mean "a_b"?"#),
            (["plugin", "2nd"], #""2nd" cannot name a plug-in: \#(rule)"#), (["plugin", "été"], #""été" cannot name a plug-in: \#(rule)"#),
            (["plugin", ""], #""" cannot name a plug-in: \#(rule)"#), (["plugin", ".."], #"".." cannot name a plug-in: \#(rule)"#),
            (["plugin", "class"], #""class" cannot name a plug-in: it is a keyword of Swift"#),
            (["plugin", "pipeline"], #""pipeline" cannot name a plug-in: a module that the plug-in uses has this name"#),
            (["plugin", "main"], #""main" cannot name a plug-in: the files of the plug-in use this name"#),
            (["plugin", "shorten"], #""shorten" cannot name a plug-in: the files of the plug-in use this name"#),
            (
                ["plugin", String(repeating: "n", count: 101)],
                #""\#(String(repeating: "n", count: 101))" cannot name a plug-in: it is longer than 100 characters"#
            ),
        ])
    func refuses(_ arguments: [String], _ message: String) async throws {
        let folder = try ScratchFolder()
        let outcome = try await Program.run(["new"] + arguments, in: folder.url)
        #expect(outcome == .init(code: 2, output: "", messages: "error: \(message)\n  = help: tabpipe new --help\n"))
        #expect(try folder.names() == [])
    }

    @Test("refuses the name of every module that a plug-in's package builds") func modules() async throws {
        let manifest = try String(contentsOf: Program.root.appendingPathComponent("Package.swift"), encoding: .utf8)
        let targets = manifest.matches(of: #/\.(?:target|executableTarget)\(\s*name: "(\w+)"/#).map { String($0.output.1) }
        #expect(targets.count >= 13)
        let folder = try ScratchFolder()
        for target in targets { #expect(try await Program.run(["new", "plugin", target], in: folder.url).code == 2, "\(target)") }
    }

    @Test("is in help and completion") func help() async throws {
        let help = try await Program.run(["new", "--help"]).output
        #expect(help.contains("\nusage: tabpipe new [[TEMPLATE] [FILE] | plugin NAME] [options]\n"))
        #expect(
            help.contains("\n  --tabpipe PATH  The folder of tabpipe for `new plugin`. (default tabpipe)\n")
        )
        for shell in ["bash", "zsh"] {
            let script = try await Program.run(["completion", shell]).output
            #expect(script.contains(#/new\) \w+=["(].*\bplugin[")]; files=yes/#), "\(shell)")
        }
        let fish = try await Program.run(["completion", "fish"]).output
        #expect(
            fish.contains(
                "__fish_seen_subcommand_from new\" -a \"markdown threads site api wordpress feed markdown-site contentful notion sanity strapi ghost plugin\"\n"
            ))
    }
}
